import type { TeamRole } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import { type MemberKey, type MemberRow, selectMember } from './member.js';
import { selectTeam, type TeamRow, titleHas } from './team.js';

/** Those of the given organizations in which the user owns a team. */
export async function organizationsWithOwnTeam(
  db: Db,
  userId: string,
  organizationIds: readonly string[],
): Promise<Set<string>> {
  const ids: string[] = await db('team_members')
    .where({ user_id: userId, role: 'owner' })
    .whereIn('organization_id', organizationIds)
    .distinct()
    .pluck('organization_id');
  return new Set(ids);
}

export type TeamMemberRow = MemberRow & { team_role: TeamRole };

/** The members of a team that come after a user id, in the order of ids. */
export async function listTeamMembers(
  db: Db,
  teamId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<TeamMemberRow[]> {
  const { rows } = await db.raw<{ rows: TeamMemberRow[] }>(
    `SELECT member.*, t.role AS team_role FROM team_members t
     JOIN LATERAL (
       ${selectMember} WHERE m.organization_id = t.organization_id AND m.user_id = t.user_id
     ) AS member ON true
     WHERE t.team_id = ? AND t.user_id > ? ORDER BY t.user_id LIMIT ?`,
    [teamId, after, limit],
  );
  return rows;
}

export async function findTeamMemberIds(db: Db, teamId: string): Promise<string[]> {
  return db('team_members').where({ team_id: teamId }).pluck('user_id');
}

export type MemberTeamRow = TeamRow & { member_role: TeamRole };

/** The teams of a member that come after an id, in the order of ids. */
export async function listTeamsOfMember(
  db: Db,
  { organizationId, userId, title = '' }: MemberKey & { title?: string | undefined },
  { askerId, after = '', limit }: { askerId: string; after?: string; limit: number },
): Promise<MemberTeamRow[]> {
  const { rows } = await db.raw<{ rows: MemberTeamRow[] }>(
    `SELECT team.*, of.role AS member_role FROM team_members of
     JOIN LATERAL (
       ${selectTeam} WHERE t.organization_id = of.organization_id AND t.id = of.team_id AND ${titleHas}
     ) AS team ON true
     WHERE of.organization_id = ? AND of.user_id = ? AND team.id > ? ORDER BY team.id LIMIT ?`,
    [askerId, title, organizationId, userId, after, limit],
  );
  return rows;
}

export async function countTeamsOfMember(
  db: Db,
  { organizationId, userId, title = '' }: MemberKey & { title?: string | undefined },
): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM team_members of
     JOIN teams t ON t.organization_id = of.organization_id AND t.id = of.team_id
     WHERE of.organization_id = ? AND of.user_id = ? AND ${titleHas}`,
    [organizationId, userId, title],
  );
  return rows[0]!.count;
}

/** Adds those who are not in the team yet and returns their user ids. */
export async function insertTeamMembers(
  tx: Tx,
  team: Pick<TeamRow, 'id' | 'organization_id'>,
  members: readonly { userId: string; role: TeamRole }[],
): Promise<string[]> {
  return userIds(
    tx,
    `INSERT INTO team_members (team_id, organization_id, user_id, role)
     SELECT ?, ?, "userId", role FROM jsonb_to_recordset(?::jsonb) AS given ("userId" text, role text)
     ON CONFLICT (team_id, user_id) DO NOTHING RETURNING user_id`,
    [team.id, team.organization_id, JSON.stringify(members)],
  );
}

/** Changes roles where they are others, and returns the user ids of those who have another one now. */
export async function updateTeamRoles(
  tx: Tx,
  teamId: string,
  members: readonly { userId: string; role: TeamRole }[],
): Promise<string[]> {
  return userIds(
    tx,
    `UPDATE team_members SET role = given.role
     FROM jsonb_to_recordset(?::jsonb) AS given ("userId" text, role text)
     WHERE team_id = ? AND user_id = given."userId" AND team_members.role <> given.role RETURNING user_id`,
    [JSON.stringify(members), teamId],
  );
}

/** Removes those of the given users who are in the team, and returns their ids. */
export async function deleteTeamMembers(tx: Tx, teamId: string, members: readonly string[]): Promise<string[]> {
  const sql = 'DELETE FROM team_members WHERE team_id = ? AND user_id = ANY (?) RETURNING user_id';
  return userIds(tx, sql, [teamId, [...members]]);
}

async function userIds(tx: Tx, sql: string, bindings: (string | string[])[]): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { user_id: string }[] }>(sql, bindings);
  return rows.map(({ user_id }) => user_id);
}

/** Counts a change of every team that the member is in, and returns those teams. */
export async function touchTeamsOfMember(
  tx: Tx,
  { organizationId, userId }: MemberKey,
): Promise<Pick<TeamRow, 'id' | 'organization_id' | 'title' | 'version'>[]> {
  const { rows } = await tx.raw<{ rows: TeamRow[] }>(
    `UPDATE teams SET version = version + 1
     WHERE id IN (SELECT team_id FROM team_members WHERE organization_id = ? AND user_id = ?)
     RETURNING id, organization_id, title, version`,
    [organizationId, userId],
  );
  return rows;
}

/**
 * The members whom names mean: user ids, or e-mail addresses in any case. Names come back as they were given; one that
 * means no member does not come back.
 */
export async function findNamedMembers(
  db: Db,
  organizationId: string,
  names: readonly string[],
): Promise<{ name: string; userId: string }[]> {
  const isAddress = (name: string) => name.includes('@');
  const { rows } = await db.raw<{ rows: { name: string; userId: string }[] }>(
    `SELECT named.name, m.user_id AS "userId" FROM (
       SELECT id AS name, id AS user_id FROM unnest(?::text[]) AS given (id)
       UNION ALL
       SELECT address, u.id FROM unnest(?::text[]) AS given (address) JOIN users u ON lower(u.email) = lower(address)
     ) AS named JOIN members m ON m.organization_id = ? AND m.user_id = named.user_id`,
    [names.filter((name) => !isAddress(name)), names.filter(isAddress), organizationId],
  );
  return rows;
}
