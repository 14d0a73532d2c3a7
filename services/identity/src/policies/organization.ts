import { atLeast, forbidden, notFound, type Principal } from '@quire/runtime';

/** Whom `authorize` lets pass: what a member's role alone decides. `ownTeam` hangs on the teams. */
const rules = {
  view: () => true,
  admin: (role) => atLeast(role, 'admin'),
  createContent: (role) => atLeast(role, 'create'),
  createOpenAPISpec: (role) => atLeast(role, 'create'),
  viewBilling: (role) => atLeast(role, 'admin'),
  listMembers: (role) => role !== null,
  listTeams: (role) => role !== null,
  listIntegrations: (role) => role !== null,
} as const satisfies Record<string, (role: Membership['role']) => boolean>;

type Membership = Principal['organizations'][string];
type OrganizationRight = keyof typeof rules;

/** Throws 404 unless the caller is a member of the organization, 403 when their role does not give the right. */
export function authorize(principal: Principal, right: OrganizationRight, organizationId: string): void {
  if (!may(principal, 'view', organizationId)) throw notFound('organization');
  if (!may(principal, right, organizationId)) throw forbidden();
}

/** Whether the caller's role in the organization gives the right. */
export function may({ organizations }: Principal, right: OrganizationRight, organizationId: string): boolean {
  const membership = Object.hasOwn(organizations, organizationId) ? organizations[organizationId] : undefined;
  return membership !== undefined && rules[right](membership.role);
}

/** The nine booleans of an organization, for the caller. */
export function organizationPermissions(principal: Principal, organizationId: string, ownTeam: boolean) {
  const has = (right: OrganizationRight) => may(principal, right, organizationId);
  return {
    view: has('view'),
    admin: has('admin'),
    ownTeam,
    createContent: has('createContent'),
    createOpenAPISpec: has('createOpenAPISpec'),
    viewBilling: has('viewBilling'),
    listMembers: has('listMembers'),
    listTeams: has('listTeams'),
    listIntegrations: has('listIntegrations'),
  };
}
