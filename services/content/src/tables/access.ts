import type { Db, Role } from '@quire/runtime';
import type { UserRow } from './user.js';

/** Somebody who sees a space or collection, with the strongest reason. */
export interface AccessRow extends UserRow {
  level: Role;
  source: 'organization' | 'default' | 'user' | 'team';
  /** Where the level was set or granted; null when it is the role in the organization. */
  object_id: string | null;
  is_space: boolean;
  team_id: string | null;
}

export interface AccessQuery {
  organizationId: string;
  objectId: string;
  /** The default level after inheritance. */
  resolvedLevel: Role | 'inherit' | null;
  /** Only those with this level. */
  role?: Role | undefined;
  after?: string | undefined;
  limit: number;
}

/**
 * Of equal reasons the most general one is told: it is what would be left if the other ones went. `chain` holds the object
 * and the collections around it, outermost first, `setter` the one whose default level the object has.
 */
const access = `chain AS (
    SELECT around.id, depth, s.id IS NOT NULL AS is_space, coalesce(c.default_level, s.default_level) AS default_level
    FROM unnest(coalesce(
      (SELECT lineage FROM collections WHERE id = :objectId),
      array_append((SELECT p.lineage FROM spaces o JOIN collections p ON p.id = o.parent_id WHERE o.id = :objectId),
                   :objectId::text)
    )) WITH ORDINALITY AS around (id, depth)
    LEFT JOIN collections c ON c.id = around.id LEFT JOIN spaces s ON s.id = around.id
  ), setter AS (
    SELECT id FROM chain WHERE default_level IS DISTINCT FROM 'inherit' ORDER BY depth DESC LIMIT 1
  ), present AS (
    SELECT user_id, role FROM members WHERE organization_id = :organizationId AND present
  ), given AS (
    SELECT p.subject_id, p.kind, p.object_id, p.level, chain.depth
    FROM permissions p JOIN chain ON chain.id = p.object_id
  ), reasons AS (
    SELECT user_id, 'admin'::permission_level AS level, 'organization' AS source, NULL AS object_id, NULL AS team_id,
           1 AS rank, 0 AS depth
    FROM present WHERE role = 'admin'
    UNION ALL
    SELECT user_id, role::permission_level, 'organization', NULL, NULL, 1, 0
    FROM present WHERE role IS NOT NULL AND :resolvedLevel::text = 'inherit'
    UNION ALL
    SELECT user_id, nullif(:resolvedLevel::text, 'inherit')::permission_level, 'default', (SELECT id FROM setter), NULL, 2, 0
    FROM present WHERE role IS NOT NULL AND :resolvedLevel::text <> 'inherit'
    UNION ALL
    SELECT present.user_id, level, 'user', object_id, NULL, 3, depth
    FROM given JOIN present ON present.user_id = given.subject_id WHERE kind = 'user'
    UNION ALL
    SELECT present.user_id, level, 'team', object_id, given.subject_id, 4, depth
    FROM given JOIN team_members t ON t.team_id = given.subject_id AND t.present
      JOIN present ON present.user_id = t.user_id WHERE kind = 'team'
  ), strongest AS (
    SELECT DISTINCT ON (user_id) * FROM reasons ORDER BY user_id, level DESC, rank, depth, team_id
  ), access AS (
    SELECT a.level, a.source, a.object_id, a.team_id, u.id, u.display_name, u.email, u.photo_url
    FROM strongest a JOIN users u ON u.id = a.user_id
    WHERE :role::text IS NULL OR a.level::text = :role::text
  )`;

/** The levels of the users who see the object. */
export async function findLevels(
  db: Db,
  {
    userIds,
    ...object
  }: Pick<AccessQuery, 'organizationId' | 'objectId' | 'resolvedLevel'> & { userIds: readonly string[] },
): Promise<Map<string, Role>> {
  const { rows } = await db.raw<{ rows: Pick<AccessRow, 'id' | 'level'>[] }>(
    `WITH ${access} SELECT id, level FROM access WHERE id = ANY (:userIds)`,
    { ...object, role: null, userIds: [...userIds] },
  );
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** Those who see the object, by user id: `limit + 1` rows after the cursor, and how many in all. */
export async function listAccess(db: Db, query: AccessQuery): Promise<{ rows: AccessRow[]; count: number }> {
  const bindings = { ...query, role: query.role ?? null, after: query.after ?? '', limit: query.limit + 1 };
  const { rows } = await db.raw<{ rows: AccessRow[] }>(
    `WITH ${access} SELECT access.*, coalesce(chain.is_space, false) AS is_space
     FROM access LEFT JOIN chain ON chain.id = access.object_id
     WHERE access.id > :after ORDER BY access.id LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `WITH ${access} SELECT count(*)::int FROM access`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
