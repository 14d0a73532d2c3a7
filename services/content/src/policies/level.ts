import { type Principal, type Role } from '@quire/runtime';

/** What of a row decides about access: the owner, and its default level after inheritance. */
export interface Leveled {
  organization_id: string;
  /** A role, null for nobody, or `inherit`: the caller's role in the organization decides. */
  resolved_level: Role | 'inherit' | null;
}

/** The caller's level on a collection or space; null when they may not even see it. */
export function levelOn(principal: Principal, { organization_id, resolved_level }: Leveled): Role | null {
  const membership = principal.organizations[organization_id];
  if (!membership || membership.role === null) return null;
  if (membership.role === 'admin') return 'admin';
  return resolved_level === 'inherit' ? membership.role : resolved_level;
}

/** The caller's role in an organization; null for guests and strangers. */
export function roleIn(principal: Principal, organizationId: string): Role | null {
  return principal.organizations[organizationId]?.role ?? null;
}

/** The same rule as {@link levelOn} for lists, in SQL: bindings for `visibleSql`. */
export function visibleTo(principal: Principal, organizationId: string): { isAdmin: boolean; isMember: boolean } {
  const role = roleIn(principal, organizationId);
  return { isAdmin: role === 'admin', isMember: role !== null };
}
