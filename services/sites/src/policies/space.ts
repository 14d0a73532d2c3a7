import { atLeast, type Principal, type Role } from '@quire/runtime';
import type { SpaceFacts } from '../tables/space.js';

/** The caller's role in an organization; null for guests and strangers. */
export const roleIn = ({ organizations }: Principal, organizationId: string): Role | null =>
  (Object.hasOwn(organizations, organizationId) ? organizations[organizationId]?.role : null) ?? null;

/** The caller's level on a space by their role; what is granted to them directly is known to content alone. */
export function levelOn(principal: Principal, { organization, resolvedLevel }: SpaceFacts): Role | null {
  const role = roleIn(principal, organization);
  if (role === null || role === 'admin') return role;
  return resolvedLevel === 'inherit' ? role : resolvedLevel;
}

export function spacePermissions(level: Role | null) {
  const has = (needed: Role) => atLeast(level, needed);
  return {
    view: has('read'),
    access: has('read'),
    admin: has('admin'),
    viewInviteLinks: has('admin'),
    edit: has('edit'),
    triggerGitSync: has('create'),
    comment: has('comment'),
    merge: has('review'),
    review: has('review'),
    installIntegration: has('admin'),
  };
}
