import type { ContentAccess, List, TeamContentPermission, UserContentPermission } from '@quire/contract';
import { idCursor, listOf, type Principal, type Role } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { Leveled } from '../../policies/level.js';
import { presentAccess, presentTeamPermission, presentUserPermission } from '../../present/permission.js';
import { listAccess } from '../../tables/access.js';
import { listPermissions } from '../../tables/permission.js';
import { findUsers } from '../../tables/user.js';

interface Query {
  limit: number;
  page?: string | undefined;
}

/** What users were granted on a space or collection. */
export async function listUserPermissions(
  objectId: string,
  { limit, page }: Query,
  { db, links }: Content,
): Promise<List<UserContentPermission>> {
  const { rows, count } = await listPermissions(db, { objectId, kind: 'user', after: idCursor(page), limit });
  const users = await findUsers(db, subjectsOf(rows));
  return listOf(rows, {
    limit,
    count,
    cursor: (row) => [row.subject_id],
    present: (row) => presentUserPermission(row, users.get(row.subject_id)!, links),
  });
}

/** What teams were granted; how the teams are now, identity knows. */
export async function listTeamPermissions(
  { id, organizationId }: { id: string; organizationId: string },
  { limit, page }: Query,
  { principal, content }: { principal: Principal; content: Content },
): Promise<List<TeamContentPermission>> {
  const { rows, count } = await listPermissions(content.db, {
    objectId: id,
    kind: 'team',
    after: idCursor(page),
    limit,
  });
  const ids = subjectsOf(rows.slice(0, limit));
  const told = ids.length === 0 ? [] : await content.identity.getTeams(organizationId, ids, principal.userId);
  const teams = new Map(told.map((team) => [team.id, team]));
  const list = listOf(rows, { limit, count, cursor: (row) => [row.subject_id], present: (row) => row });
  return {
    ...list,
    // A team that was removed a moment ago holds nothing any more.
    items: list.items.flatMap((row) => {
      const team = teams.get(row.subject_id);
      return team ? [presentTeamPermission(row, team, { principal, organizationId })] : [];
    }),
  };
}

/** Who sees a space or collection, their levels, and where these come from. */
export async function listContentAccess(
  object: Omit<Leveled, 'granted'> & { id: string },
  { limit, page, role }: Query & { role?: Role | undefined },
  { db, links }: Content,
): Promise<List<ContentAccess>> {
  const { rows, count } = await listAccess(db, {
    organizationId: object.organization_id,
    objectId: object.id,
    resolvedLevel: object.resolved_level,
    role,
    after: idCursor(page),
    limit,
  });
  return listOf(rows, { limit, count, cursor: (row) => [row.id], present: (row) => presentAccess(row, links) });
}

const subjectsOf = (rows: readonly { subject_id: string }[]): string[] => rows.map((row) => row.subject_id);
