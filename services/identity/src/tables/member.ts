import type { Db, Role, Tx } from '@quire/runtime';

/** A membership with what is shown of its user. */
export interface MemberRow {
  organization_id: string;
  user_id: string;
  role: Role | null;
  joined_at: Date;
  last_seen_at: Date | null;
  disabled: boolean;
  /** Disabled everywhere, by an instance administrator. */
  user_disabled: boolean;
  sso: boolean;
  version: number;
  email: string;
  display_name: string;
  photo_url: string | null;
  teams: number;
  /** On how many they hold a permission themselves. */
  spaces: number;
  /** The name as lists compare it. */
  sort_name: string;
}

export const selectMember = `
  SELECT m.organization_id, m.user_id, m.role, m.joined_at, m.last_seen_at, m.disabled, m.sso, m.version,
    u.email, u.display_name, u.photo_url, u.disabled_at IS NOT NULL AS user_disabled, lower(u.display_name) AS sort_name,
    (SELECT count(*)::integer FROM team_members t
     WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id) AS teams,
    (SELECT count(*)::integer FROM space_subjects s
     WHERE s.organization_id = m.organization_id AND s.kind = 'user' AND s.subject_id = m.user_id) AS spaces
  FROM members m JOIN users u ON u.id = m.user_id`;

export interface MemberKey {
  organizationId: string;
  userId: string;
}

export async function findMember(db: Db, { organizationId, userId }: MemberKey): Promise<MemberRow | undefined> {
  const sql = `${selectMember} WHERE m.organization_id = ? AND m.user_id = ?`;
  const { rows } = await db.raw<{ rows: MemberRow[] }>(sql, [organizationId, userId]);
  return rows[0];
}

/** Those of the given users who are members. */
export async function findMembersAmong(
  db: Db,
  organizationId: string,
  userIds: readonly string[],
): Promise<MemberRow[]> {
  const sql = `${selectMember} WHERE m.organization_id = ? AND m.user_id = ANY (?)`;
  const { rows } = await db.raw<{ rows: MemberRow[] }>(sql, [organizationId, [...userIds]]);
  return rows;
}

const sortValues = { joinedAt: 'm.joined_at', lastSeenAt: 'm.last_seen_at', name: 'lower(u.display_name)' } as const;

export interface MemberFilter {
  organizationId: string;
  role?: Role | 'guest';
  /** Part of the name or the e-mail address, in any case. */
  search?: string;
  sort: keyof typeof sortValues;
}

export interface MemberPage {
  order: 'asc' | 'desc';
  /** Sort value and user id of the last row that was seen. */
  after?: { value: Date | string; userId: string };
  limit: number;
}

export async function listMembers(
  db: Db,
  filter: MemberFilter,
  { order, after, limit }: MemberPage,
): Promise<MemberRow[]> {
  const { where, bindings } = conditions(filter);
  const value = sortValues[filter.sort];
  const keyset = after ? `AND (${value}, m.user_id) ${order === 'asc' ? '>' : '<'} (?, ?)` : '';
  const { rows } = await db.raw<{ rows: MemberRow[] }>(
    `${selectMember} WHERE ${where} ${keyset} ORDER BY ${value} ${order}, m.user_id ${order} LIMIT ?`,
    [...bindings, ...(after ? [after.value, after.userId] : []), limit],
  );
  return rows;
}

export async function countMembers(db: Db, filter: MemberFilter): Promise<number> {
  const { where, bindings } = conditions(filter);
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM members m JOIN users u ON u.id = m.user_id WHERE ${where}`,
    bindings,
  );
  return rows[0]!.count;
}

function conditions({ organizationId, role, search, sort }: MemberFilter): { where: string; bindings: string[] } {
  const parts: [sql: string, ...bindings: string[]][] = [['m.organization_id = ?', organizationId]];
  if (role === 'guest') parts.push(['m.role IS NULL']);
  else if (role) parts.push(['m.role = ?', role]);
  if (search) {
    const found = 'strpos(lower(u.display_name), lower(?)) > 0 OR strpos(lower(u.email), lower(?)) > 0';
    parts.push([`(${found})`, search, search]);
  }
  if (sort === 'lastSeenAt') parts.push(['m.last_seen_at IS NOT NULL']);
  return { where: parts.map(([sql]) => sql).join(' AND '), bindings: parts.flatMap(([, ...bindings]) => bindings) };
}

/**
 * Hands out the next versions of organizations' memberships, as many as are wanted of each, and returns the first of each.
 * It keeps others from changing any membership of these organizations until the transaction ends. One counter for all of
 * them, so that the events of a member who was removed and comes back go on counting.
 */
export async function takeMemberVersions(tx: Tx, wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const { rows } = await tx.raw<{ rows: { id: string; first: number }[] }>(
    `UPDATE organizations SET members_version = members_version + value::integer
     FROM jsonb_each_text(?::jsonb) WHERE id = key RETURNING id, members_version - value::integer + 1 AS first`,
    [JSON.stringify(Object.fromEntries(wanted))],
  );
  return new Map(rows.map(({ id, first }) => [id, first]));
}

export type NewMember = Pick<MemberRow, 'organization_id' | 'user_id' | 'role' | 'joined_at' | 'sso' | 'version'>;

export async function insertMembers(tx: Tx, members: readonly NewMember[]): Promise<void> {
  await tx.raw(
    `INSERT INTO members (organization_id, user_id, role, joined_at, sso, version)
     SELECT organization_id, user_id, role, joined_at, sso, version FROM jsonb_to_recordset(?::jsonb)
       AS given (organization_id text, user_id text, role text, joined_at timestamptz, sso boolean, version integer)`,
    [JSON.stringify(members)],
  );
}

/** Those of the given users who are members. */
export async function findMemberIds(db: Db, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  return db('members').where({ organization_id: organizationId }).whereIn('user_id', userIds).pluck('user_id');
}

/** Those of the given users who are members without having signed on. */
export async function findMemberIdsWithoutSso(db: Db, organizationId: string, userIds: readonly string[]) {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    'SELECT user_id FROM members WHERE organization_id = ? AND user_id = ANY (?) AND NOT sso',
    [organizationId, [...userIds]],
  );
  return rows.map((row) => row.user_id);
}

/** Those of the given memberships that exist. */
export async function findMemberKeys(db: Db, keys: readonly MemberKey[]): Promise<MemberKey[]> {
  const { rows } = await db.raw<{ rows: MemberKey[] }>(
    `SELECT organization_id AS "organizationId", user_id AS "userId" FROM members
     JOIN jsonb_to_recordset(?::jsonb) AS given ("organizationId" text, "userId" text)
       ON organization_id = given."organizationId" AND user_id = given."userId"`,
    [JSON.stringify(keys.map(({ organizationId, userId }) => ({ organizationId, userId })))],
  );
  return rows;
}

export async function updateMember(
  tx: Tx,
  { organizationId, userId }: MemberKey,
  change: Pick<MemberRow, 'role' | 'disabled' | 'version'>,
): Promise<void> {
  await tx('members').where({ organization_id: organizationId, user_id: userId }).update(change);
}

export async function deleteMember(tx: Tx, { organizationId, userId }: MemberKey): Promise<void> {
  await tx('members').where({ organization_id: organizationId, user_id: userId }).delete();
}

/** Whether somebody else can administrate the organization. */
export async function hasOtherAdmin(db: Db, { organizationId, userId }: MemberKey): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = ? AND m.role = 'admin' AND m.user_id <> ? AND NOT m.disabled AND u.disabled_at IS NULL
     LIMIT 1`,
    [organizationId, userId],
  );
  return rows.length > 0;
}

/** Notes when users were seen in their organizations, or in the named one only, where the note is a minute old. */
export async function touchMembers(
  tx: Tx,
  seen: readonly { userId: string; organizationId: string | null; at: Date }[],
): Promise<void> {
  await tx.raw(
    `UPDATE members SET last_seen_at = due.at
     FROM (
       SELECT organization_id, user_id, seen.at FROM members
       JOIN jsonb_to_recordset(?::jsonb) AS seen ("userId" text, "organizationId" text, at timestamptz)
         ON seen."userId" = user_id AND organization_id = coalesce(seen."organizationId", organization_id)
       WHERE NOT disabled AND (last_seen_at IS NULL OR last_seen_at <= seen.at - interval '1 minute')
       FOR UPDATE OF members SKIP LOCKED
     ) AS due
     WHERE members.organization_id = due.organization_id AND members.user_id = due.user_id`,
    [JSON.stringify(seen)],
  );
}
