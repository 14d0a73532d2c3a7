import type { Db, Principal, Role, Tx } from '@quire/runtime';
import { visibleTo } from '../policies/level.js';

/**
 * SQL of the caller's highest permission on any of an array of objects: a space or collection and those around it. Its
 * binding, the first of the statement, is the ids of the caller and their teams.
 */
export const granted = (objects: string): string =>
  `(SELECT max(p.level) FROM permissions p WHERE p.subject_id = ANY (?) AND p.object_id = ANY (${objects}))`;

/**
 * The same for lists, as two common table expressions: `held` has what the caller was granted on each object of an
 * organization, `reached` what comes to each of its collections by that. Takes the bindings `organizationId` and `subjects`.
 */
export const heldAndReached = `held AS MATERIALIZED (
    SELECT object_id, max(level) AS level FROM permissions
    WHERE organization_id = :organizationId AND subject_id = ANY (:subjects) GROUP BY object_id
  ), reached AS MATERIALIZED (
    SELECT c.id, max(held.level) AS level
    FROM collections c CROSS JOIN unnest(c.lineage) AS around (id) JOIN held ON held.object_id = around.id
    WHERE c.organization_id = :organizationId GROUP BY c.id
  )`;

/** A space or collection on which something is granted. */
export interface PermissionObject {
  kind: 'space' | 'collection';
  id: string;
  organizationId: string;
}

export interface Subjects {
  users: readonly string[];
  teams: readonly string[];
}

/** Grants each subject the level, whatever they had before. */
export async function grantPermissions(
  tx: Tx,
  { kind, id, organizationId }: PermissionObject,
  { users, teams, level }: Subjects & { level: Role },
): Promise<void> {
  await tx.raw(
    `INSERT INTO permissions (organization_id, ${kind}_id, subject_id, kind, level)
     SELECT :organizationId, :id, subject_id, kind, :level
     FROM (SELECT DISTINCT unnest(:users::text[]) AS subject_id, 'user' AS kind
           UNION SELECT DISTINCT unnest(:teams::text[]), 'team') AS given
     ON CONFLICT (object_id, subject_id) DO UPDATE SET level = excluded.level, granted_at = now()`,
    { organizationId, id, level, users: [...users], teams: [...teams] },
  );
}

/** Whether something is granted to a user or team on the object. */
export async function isHolder(
  db: Db,
  objectId: string,
  { kind, subjectId }: { kind: 'user' | 'team'; subjectId: string },
): Promise<boolean> {
  const row = await db('permissions').where({ object_id: objectId, subject_id: subjectId, kind }).first('level');
  return row !== undefined;
}

export async function deletePermissions(tx: Tx, objectId: string, subjectIds: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM permissions WHERE object_id = ? AND subject_id = ANY (?)', [objectId, [...subjectIds]]);
}

/** Takes all from a subject that was granted in an organization (until a moment), and returns the ids of the objects. */
export async function deletePermissionsOf(
  tx: Tx,
  { organizationId, subjectId, until }: { organizationId: string; subjectId: string; until?: Date },
): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { object_id: string }[] }>(
    `DELETE FROM permissions WHERE organization_id = ? AND subject_id = ?
       AND date_trunc('milliseconds', granted_at) <= coalesce(?::timestamptz, 'infinity') RETURNING object_id`,
    [organizationId, subjectId, until ?? null],
  );
  return rows.map((row) => row.object_id);
}

/** What was granted to users or to teams on an object. */
export interface PermissionRow {
  subject_id: string;
  level: Role;
}

/** By subject: `limit + 1` rows after the cursor, and how many in all. */
export async function listPermissions(
  db: Db,
  { objectId, kind, after = '', limit }: { objectId: string; kind: 'user' | 'team'; after?: string; limit: number },
): Promise<{ rows: PermissionRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: PermissionRow[] }>(
    `SELECT subject_id, level FROM permissions WHERE object_id = ? AND kind = ? AND subject_id > ?
     ORDER BY subject_id LIMIT ?`,
    [objectId, kind, after, limit + 1],
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM permissions WHERE object_id = ? AND kind = ?',
    [objectId, kind],
  );
  return { rows, count: counted.rows[0]!.count };
}

/** Who holds a permission on a space or a collection around it. */
export interface HoldersRow extends Subjects {
  id: string;
  organization_id: string;
  version: number;
}

/**
 * Those of the spaces, with a new version, that others hold a permission on than was told last; nobody holds one on a space
 * in the trash.
 */
export async function takeChangedHolders(tx: Tx, spaceIds: readonly string[]): Promise<HoldersRow[]> {
  const subjectsWhere = (kind: string) =>
    `coalesce(array_agg(DISTINCT p.subject_id) FILTER (WHERE p.kind = '${kind}'), '{}') AS ${kind}s`;
  const { rows } = await tx.raw<{ rows: HoldersRow[] }>(
    `WITH holders AS (
       SELECT s.id, ${subjectsWhere('user')}, ${subjectsWhere('team')},
              coalesce(md5(string_agg(DISTINCT p.subject_id, ' ' ORDER BY p.subject_id)), '') AS told
       FROM spaces s LEFT JOIN collections c ON c.id = s.parent_id
         LEFT JOIN permissions p ON s.deleted_at IS NULL AND p.object_id = ANY (array_append(c.lineage, s.id))
       WHERE s.id = ANY (?) GROUP BY s.id
     )
     UPDATE spaces SET told_holders = holders.told, version = version + 1
     FROM holders WHERE spaces.id = holders.id AND spaces.told_holders <> holders.told
     RETURNING spaces.id, spaces.organization_id, spaces.version, holders.users, holders.teams`,
    [[...spaceIds]],
  );
  return rows;
}

/** The ids of the given spaces and of those in the given collections, however deep. */
export async function findReachedSpaces(tx: Tx, objectIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM spaces WHERE id = ANY (:ids)
     UNION SELECT s.id FROM collections c JOIN spaces s ON s.parent_id = c.id WHERE c.lineage && :ids::text[]
     ORDER BY id`,
    { ids: [...objectIds] },
  );
  return rows.map((row) => row.id);
}

/** Whether the caller was granted the right to edit anything in an organization, or all its members have it somewhere. */
export async function editsSomething(db: Db, organizationId: string, principal: Principal): Promise<boolean> {
  const { isMember, subjects } = visibleTo(principal, organizationId);
  const { rows } = await db.raw<{ rows: { edits: boolean }[] }>(
    `SELECT EXISTS (SELECT 1 FROM permissions
         WHERE organization_id = :organizationId AND subject_id = ANY (:subjects) AND level >= 'edit')
       OR :isMember AND EXISTS (SELECT 1 FROM collections
         WHERE organization_id = :organizationId AND resolved_level = ANY (:editing))
       OR :isMember AND EXISTS (SELECT 1 FROM spaces
         WHERE organization_id = :organizationId AND deleted_at IS NULL AND default_level = ANY (:editing)) AS edits`,
    { organizationId, isMember, subjects, editing: ['edit', 'review', 'create', 'admin'] },
  );
  return rows[0]!.edits;
}
