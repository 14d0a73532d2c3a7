import { atLeast, forbidden, notFound, type Principal, requireSignOn, type Role } from '@quire/runtime';
import { roleIn } from './space.js';

/** What a member's role gives on the sites of their organization. Guests see none. */
const rules = {
  view: (role) => role !== null,
  edit: (role) => atLeast(role, 'create'),
  create: (role) => atLeast(role, 'create'),
  admin: (role) => atLeast(role, 'admin'),
} as const satisfies Record<string, (role: Role | null) => boolean>;

type SiteRight = keyof typeof rules;

/** Whether the caller's role in the organization gives the right. */
export const may = (principal: Principal, right: SiteRight, organizationId: string): boolean =>
  rules[right](roleIn(principal, organizationId));

/** On the sites of an organization as a whole: 404 for outsiders, 403 for members without the right or the sign-on. */
export function authorizeInOrganization(principal: Principal, right: SiteRight, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!Object.hasOwn(principal.organizations, organizationId)) throw notFound('organization');
  if (!may(principal, right, organizationId)) throw forbidden();
}

/** On one site: 404 for those who may not see it, 403 for those who may but lack the right or the sign-on. */
export function authorize(principal: Principal, right: SiteRight, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!may(principal, 'view', organizationId)) throw notFound('site');
  if (!may(principal, right, organizationId)) throw forbidden();
}

/** On one site, to read what it is: an installation passes where it is installed. */
export function authorizeReading(
  principal: Principal,
  { organizationId, siteId }: { organizationId: string; siteId: string },
): void {
  const { installation } = principal;
  if (!installation) {
    authorize(principal, 'view', organizationId);
    return;
  }
  const { organization, sites } = installation;
  if (organization !== organizationId || (sites !== 'all' && !sites.includes(siteId))) throw notFound('site');
}

/** The sites of an organization that the caller may see: ids, or undefined for all of them; 404 for outsiders. */
export function visibleSites(principal: Principal, organizationId: string): readonly string[] | undefined {
  const { installation } = principal;
  if (!installation) {
    authorizeInOrganization(principal, 'view', organizationId);
    return undefined;
  }
  if (installation.organization !== organizationId) throw notFound('organization');
  return installation.sites === 'all' ? undefined : installation.sites;
}

export function sitePermissions(principal: Principal, organizationId: string) {
  const has = (right: SiteRight) => may(principal, right, organizationId);
  // Whoever is shown a site may see it, an installation too, which has no role.
  const view = has('view') || principal.installation !== undefined;
  return { view, access: view, edit: has('edit'), create: has('create'), admin: has('admin') };
}
