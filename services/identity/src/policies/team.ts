import { forbidden, notFound, type Principal } from '@quire/runtime';
import type { TeamRow } from '../tables/team.js';
import { may } from './organization.js';

/** What the caller may do with a team: admins of the organization and owners manage it, guests see their own teams only. */
export function teamPermissions(principal: Principal, { organization_id, own_role }: TeamRow) {
  const inside = may(principal, 'view', organization_id);
  return {
    admin: may(principal, 'admin', organization_id) || (inside && own_role === 'owner'),
    view: may(principal, 'listTeams', organization_id) || (inside && own_role !== null),
  };
}

/** Throws 404 unless the caller sees the team, 403 when they may not do this with it. */
export function authorizeTeam(
  principal: Principal,
  right: 'view' | 'admin',
  team: TeamRow | undefined,
): asserts team is TeamRow {
  const permissions = team && teamPermissions(principal, team);
  if (!permissions?.view) throw notFound('team');
  if (!permissions[right]) throw forbidden();
}
