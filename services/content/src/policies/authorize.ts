import { type Principal, type Role, atLeast, forbidden, notFound, requireSignOn } from '@quire/runtime';
import { type Leveled, levelOn, roleIn } from './level.js';

/**
 * Passes when the caller has the level on a space or collection; 404 when they may not see it, 403 when they may, and 403
 * with the address of the single sign-on that its organization asks for.
 */
export function authorize<Row extends Leveled>(
  principal: Principal,
  needed: Role,
  row: Row | undefined,
  noun: string,
): Row {
  if (row) requireSignOn(principal, row.organization_id);
  const level = row ? levelOn(principal, row) : null;
  if (!row || !atLeast(level, 'read')) throw notFound(noun);
  if (!atLeast(level, needed)) throw forbidden(`This takes the level "${needed}" on the ${noun}; yours is "${level}".`);
  return row;
}

/** Passes when the caller has the role in an organization; 404 for strangers, 403 for members without it. */
export function authorizeInOrganization(principal: Principal, needed: Role | 'member', organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!Object.hasOwn(principal.organizations, organizationId)) throw notFound('organization');
  const role = roleIn(principal, organizationId);
  if (needed !== 'member' && !atLeast(role, needed))
    throw forbidden(`This takes the role "${needed}" in the organization.`);
}
