import type { TeamRole } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';

export interface TeamRow {
  id: string;
  organization_id: string;
  title: string;
  created_at: Date;
  version: number;
  members: number;
  spaces: number;
  /** The role of whoever asks; null when they are not in the team. */
  own_role: TeamRole | null;
}

export interface TeamKey {
  organizationId: string;
  teamId: string;
}

/** Takes the id of the user who asks. */
export const selectTeam = `
  SELECT t.id, t.organization_id, t.title, t.created_at, t.version, t.member_count AS members,
    (SELECT count(*)::integer FROM space_subjects s
     WHERE s.organization_id = t.organization_id AND s.kind = 'team' AND s.subject_id = t.id) AS spaces,
    own.role AS own_role
  FROM teams t LEFT JOIN team_members own ON own.team_id = t.id AND own.user_id = ?`;

export async function findTeam(
  db: Db,
  { organizationId, teamId }: TeamKey,
  askerId: string,
): Promise<TeamRow | undefined> {
  const sql = `${selectTeam} WHERE t.organization_id = ? AND t.id = ?`;
  const { rows } = await db.raw<{ rows: TeamRow[] }>(sql, [askerId, organizationId, teamId]);
  return rows[0];
}

export async function findTeams(
  db: Db,
  { organizationId, teamIds }: { organizationId: string; teamIds: readonly string[] },
  askerId: string,
): Promise<TeamRow[]> {
  const sql = `${selectTeam} WHERE t.organization_id = ? AND t.id = ANY (?)`;
  const { rows } = await db.raw<{ rows: TeamRow[] }>(sql, [askerId, organizationId, [...teamIds]]);
  return rows;
}

/**
 * Keeps the memberships of an organization as they are until the transaction ends, while its teams may change side by
 * side. Before any lock on a team: who leaves the organization leaves teams in that order.
 */
export async function holdMemberships(tx: Tx, organizationId: string): Promise<void> {
  await tx('organizations').where({ id: organizationId }).forShare().first('id');
}

/** {@link findTeam} when it is this transaction's turn to change the team or who is in it. */
export async function lockTeam(tx: Tx, key: TeamKey, askerId: string): Promise<TeamRow | undefined> {
  await holdMemberships(tx, key.organizationId);
  await tx('teams').where({ id: key.teamId, organization_id: key.organizationId }).forNoKeyUpdate().first('id');
  return findTeam(tx, key, askerId);
}

export interface TeamFilter {
  organizationId: string;
  /** A user who can manage the team. */
  owner?: string | undefined;
  /** Part of the title, in any case. */
  title?: string | undefined;
}

export async function listTeams(
  db: Db,
  filter: TeamFilter,
  { askerId, after = '', limit }: { askerId: string; after?: string; limit: number },
): Promise<TeamRow[]> {
  const { where, bindings } = conditions(filter);
  const { rows } = await db.raw<{ rows: TeamRow[] }>(
    `${selectTeam} WHERE ${where} AND t.id > ? ORDER BY t.id LIMIT ?`,
    [askerId, ...bindings, after, limit],
  );
  return rows;
}

export async function countTeams(db: Db, filter: TeamFilter): Promise<number> {
  const { where, bindings } = conditions(filter);
  const sql = `SELECT count(*)::integer AS count FROM teams t WHERE ${where}`;
  const { rows } = await db.raw<{ rows: { count: number }[] }>(sql, bindings);
  return rows[0]!.count;
}

/** Takes a part of the title. */
export const titleHas = 'strpos(lower(t.title), lower(?)) > 0';

function conditions({ organizationId, owner, title }: TeamFilter): { where: string; bindings: string[] } {
  const parts: [sql: string, ...bindings: string[]][] = [['t.organization_id = ?', organizationId]];
  if (title) parts.push([titleHas, title]);
  if (owner !== undefined) {
    const isAdmin = `EXISTS (SELECT 1 FROM members WHERE organization_id = ? AND user_id = ? AND role = 'admin')`;
    const owned = `SELECT team_id FROM team_members WHERE organization_id = ? AND user_id = ? AND role = 'owner'`;
    parts.push([`(${isAdmin} OR t.id IN (${owned}))`, organizationId, owner, organizationId, owner]);
  }
  return { where: parts.map(([sql]) => sql).join(' AND '), bindings: parts.flatMap(([, ...bindings]) => bindings) };
}

export type NewTeam = Pick<TeamRow, 'id' | 'organization_id' | 'title' | 'created_at'>;

export async function insertTeam(tx: Tx, team: NewTeam): Promise<void> {
  await tx('teams').insert(team);
}

/** Counts a change of a team, and its new title if it has one; returns the version. */
export async function updateTeam(tx: Tx, id: string, changes: { title?: string } = {}): Promise<number> {
  const [row] = await tx<TeamRow>('teams')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning('version');
  return row!.version;
}

export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await tx('teams').where({ id }).delete();
}
