import { type Principal, type Role, atLeast } from '@quire/runtime';

/** What of somebody decides about access. */
export type Person = Pick<Principal, 'userId' | 'organizations' | 'installation'>;

/** What of a row decides about access. */
export interface Leveled {
  id: string;
  organization_id: string;
  /** The default level after inheritance: a role, null for nobody, or `inherit`: the caller's role in the organization. */
  resolved_level: Role | 'inherit' | null;
  /** The highest permission of the caller or one of their teams, here or on a collection around it. */
  granted: Role | null;
}

/** The caller's level on a collection or space; null when they may not even see it. */
export function levelOn(principal: Person, row: Leveled): Role | null {
  if (principal.installation) return levelOfInstallation(principal.installation, row);
  const { organization_id, resolved_level, granted } = row;
  const membership = membershipIn(principal, organization_id);
  if (!membership) return null;
  const { role } = membership;
  if (role === 'admin') return 'admin';
  const inherited = role === null || resolved_level === 'inherit' ? role : resolved_level;
  return inherited !== null && atLeast(inherited, granted ?? 'read') ? inherited : granted;
}

/** On what it is installed on; which of this it may do, the scopes of its integration decide for each operation. */
function levelOfInstallation(
  { organization, spaces, scopes }: NonNullable<Principal['installation']>,
  { id, organization_id }: Leveled,
): Role | null {
  if (organization_id !== organization || (spaces !== 'all' && !spaces.includes(id))) return null;
  if (scopes.includes('space:git:sync')) return 'create';
  return scopes.some((scope) => /^space:.*:write$/.test(scope)) ? 'edit' : 'read';
}

/** The caller's role in an organization; null for guests and strangers. */
export function roleIn(principal: Person, organizationId: string): Role | null {
  return membershipIn(principal, organizationId)?.role ?? null;
}

/** To whom permissions of the caller may have been granted: themselves and their teams. */
export function subjectsOf({ userId, organizations }: Person): string[] {
  return [userId, ...Object.values(organizations).flatMap(({ teams }) => teams)];
}

/** What lists of an organization have to know of the caller. */
export interface Viewer {
  isAdmin: boolean;
  isMember: boolean;
  /** Ids of spaces that an installation is installed on. */
  selected: string[];
  subjects: string[];
}

/** The same rule as {@link levelOn} for lists, in SQL: bindings for `visibleSpaces` and `visibleCollections`. */
export function visibleTo(principal: Person, organizationId: string): Viewer {
  const role = roleIn(principal, organizationId);
  const { installation } = principal;
  const spaces = installation?.organization === organizationId ? installation.spaces : [];
  return {
    isAdmin: role === 'admin' || spaces === 'all',
    isMember: role !== null,
    selected: spaces === 'all' ? [] : spaces,
    subjects: subjectsOf(principal),
  };
}

function membershipIn({ organizations }: Person, organizationId: string) {
  return Object.hasOwn(organizations, organizationId) ? organizations[organizationId] : undefined;
}
