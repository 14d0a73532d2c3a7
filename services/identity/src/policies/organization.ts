import { atLeast, forbidden, notFound, type Principal, requireSignOn } from '@quire/runtime';
import { requireUser } from './user.js';

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

/**
 * Throws 404 unless the caller is a member of the organization, 403 when their role does not give the right, and 403 with
 * the address to sign on at when they have to do so first.
 */
export function authorize(principal: Principal, right: OrganizationRight, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!may(principal, 'view', organizationId)) throw notFound('organization');
  if (!may(principal, right, organizationId)) throw forbidden();
}

/**
 * Like {@link authorize}, for the organization itself and its SAML providers: an admin who has to sign on passes here, so
 * that an identity provider that is broken or badly set up locks nobody out.
 */
export function authorizeRepair(principal: Principal, right: 'view' | 'admin', organizationId: string): void {
  if (!mayRepair(principal, organizationId)) authorize(principal, right, organizationId);
}

/** Any user founds organizations; a token of one organization founds no other: 403. */
export function authorizeFounding(principal: Principal): void {
  requireUser(principal);
  if (principal.confinedTo !== undefined) throw forbidden('A token of one organization cannot found another.');
}

/** Whether the caller's role in the organization gives the right, right now. */
export function may({ organizations }: Principal, right: OrganizationRight, organizationId: string): boolean {
  const membership = entry(organizations, organizationId);
  return membership !== undefined && rules[right](membership.role);
}

/** Whether the caller belongs to the organization, even if they have to sign on before they may do anything there. */
export function belongs({ organizations, signOn }: Principal, organizationId: string): boolean {
  return entry(organizations, organizationId) !== undefined || entry(signOn, organizationId) !== undefined;
}

function mayRepair({ signOn }: Principal, organizationId: string): boolean {
  return atLeast(entry(signOn, organizationId)?.role, 'admin');
}

const entry = <T>(entries: Record<string, T>, id: string): T | undefined =>
  Object.hasOwn(entries, id) ? entries[id] : undefined;

/** The nine booleans of an organization, for the caller. */
export function organizationPermissions(principal: Principal, organizationId: string, ownTeam: boolean) {
  const has = (right: OrganizationRight) => may(principal, right, organizationId);
  const repair = mayRepair(principal, organizationId);
  return {
    view: has('view') || repair,
    admin: has('admin') || repair,
    ownTeam,
    createContent: has('createContent'),
    createOpenAPISpec: has('createOpenAPISpec'),
    viewBilling: has('viewBilling'),
    listMembers: has('listMembers'),
    listTeams: has('listTeams'),
    listIntegrations: has('listIntegrations'),
  };
}
