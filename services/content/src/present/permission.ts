import type { ContentAccess, PermissionSource, TeamContentPermission, UserContentPermission } from '@quire/contract';
import { type Principal, atLeast } from '@quire/runtime';
import type { ToldTeam } from '../clients/identity.js';
import { roleIn } from '../policies/level.js';
import type { AccessRow } from '../tables/access.js';
import type { PermissionRow } from '../tables/permission.js';
import type { UserRow } from '../tables/user.js';
import type { Links } from './links.js';
import { presentUser } from './user.js';

export function presentUserPermission({ level }: PermissionRow, user: UserRow, links: Links): UserContentPermission {
  return { permission: level, user: presentUser(user, links) };
}

export function presentTeamPermission(
  { level }: PermissionRow,
  team: ToldTeam,
  viewer: { principal: Principal; organizationId: string },
): TeamContentPermission {
  const role = roleIn(viewer.principal, viewer.organizationId);
  return {
    permission: level,
    team: {
      object: 'team',
      id: team.id,
      title: team.title,
      members: team.members,
      spaces: team.spaces,
      createdAt: team.createdAt,
      permissions: {
        admin: atLeast(role, 'admin') || team.ownRole === 'owner',
        view: role !== null || team.ownRole !== null,
      },
    },
  };
}

export function presentAccess(row: AccessRow, links: Links): ContentAccess {
  return { permission: row.level, user: presentUser(row, links), source: sourceOf(row) };
}

function sourceOf({ source, object_id, is_space, team_id }: AccessRow): PermissionSource {
  return {
    type: source,
    ...(object_id === null ? {} : is_space ? { space: object_id } : { collection: object_id }),
    ...(team_id === null ? {} : { team: team_id }),
  };
}
