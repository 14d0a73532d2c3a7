import { atLeast, forbidden, notFound, type Principal, requireSignOn, type Role } from '@quire/runtime';
import type { IntegrationRow } from '../tables/integration.js';

type Owned = Pick<IntegrationRow, 'name' | 'organization_id' | 'visibility'>;

/** The caller's role in an organization; null for guests and strangers. */
export const roleIn = ({ organizations }: Principal, organizationId: string): Role | null =>
  (Object.hasOwn(organizations, organizationId) ? organizations[organizationId]?.role : null) ?? null;

/** The organizations whose members, and not merely guests, the caller is one of. */
export const memberships = ({ organizations }: Principal): string[] =>
  Object.keys(organizations).filter((id) => organizations[id]!.role !== null);

export const administrations = ({ organizations }: Principal): string[] =>
  Object.keys(organizations).filter((id) => organizations[id]!.role === 'admin');

/** Whether the caller may know of an integration that is not installed at any of theirs. */
export function sees(principal: Principal, { name, organization_id, visibility }: Owned): boolean {
  return visibility !== 'private' || principal.integration === name || roleIn(principal, organization_id) !== null;
}

/** Passes admins of the organization that owns the integration. To be called after the caller was found to see it. */
export function authorizeOwner(principal: Principal, { organization_id }: Owned): void {
  requireSignOn(principal, organization_id);
  if (roleIn(principal, organization_id) !== 'admin')
    throw forbidden('This takes the role "admin" in the organization that owns the integration.');
}

/** Passes the integration itself and those whom {@link authorizeOwner} passes. */
export function authorizeOwnEvents(principal: Principal, integration: Owned): void {
  if (principal.kind === 'integration' && principal.integration === integration.name) return;
  authorizeOwner(principal, integration);
}

/** Passes those with the role in the organization; 404 for strangers, 403 for members without it. */
export function authorizeInOrganization(principal: Principal, needed: Role, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!Object.hasOwn(principal.organizations, organizationId)) throw notFound('organization');
  if (!atLeast(roleIn(principal, organizationId), needed))
    throw forbidden(`This takes the role "${needed}" in the organization.`);
}

/** `admin`: publish and withdraw; `install`: in at least one organization. */
export function integrationPermissions(principal: Principal, { organization_id, visibility }: Owned) {
  const isOwner = roleIn(principal, organization_id) === 'admin';
  return { admin: isOwner, install: visibility === 'private' ? isOwner : administrations(principal).length > 0 };
}
