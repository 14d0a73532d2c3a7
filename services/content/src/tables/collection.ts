import type { Db, Principal, Role, Tx } from '@quire/runtime';
import { type Viewer, subjectsOf } from '../policies/level.js';
import { granted, heldAndReached } from './permission.js';

export interface CollectionRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  /** Sorts it among the collections and spaces beside it. */
  order_key: string;
  title: string;
  description: string;
  default_level: Role | 'inherit' | null;
  resolved_level: Role | 'inherit' | null;
  /** The ids of the collection itself and of all around it, outermost first. */
  lineage: string[];
  version: number;
}

/** A collection as one caller sees it. */
export interface SeenCollection extends CollectionRow {
  /** The highest permission of the caller on the collection or one around it. */
  granted: Role | null;
}

const columns = `c.id, c.organization_id, c.parent_id, c.order_key, c.title, c.description, c.default_level, c.resolved_level,
  c.lineage, c.version`;

export async function findCollection(db: Db, id: string, principal: Principal): Promise<SeenCollection | undefined> {
  const { rows } = await db.raw<{ rows: SeenCollection[] }>(
    `SELECT ${columns}, ${granted('c.lineage')} AS granted FROM collections c WHERE c.id = ?`,
    [subjectsOf(principal), id],
  );
  return rows[0];
}

/** Collections by id, for what others are told of them. */
export async function findCollections(db: Db, ids: readonly string[]): Promise<CollectionRow[]> {
  const { rows } = await db.raw<{ rows: CollectionRow[] }>(
    `SELECT ${columns} FROM collections c WHERE c.id = ANY (?)`,
    [[...ids]],
  );
  return rows;
}

/** Adds a collection that inherits. Needs {@link lockCollectionTree}. */
export async function insertCollection(
  tx: Tx,
  row: Pick<CollectionRow, 'id' | 'organization_id' | 'parent_id' | 'order_key' | 'title'>,
): Promise<void> {
  await tx('collections').insert({ ...row, default_level: 'inherit', lineage: [row.id] });
  await resolveLevels(tx, row.id);
}

export async function updateCollection(
  tx: Tx,
  id: string,
  changes: Partial<Pick<CollectionRow, 'title' | 'description' | 'default_level'>>,
): Promise<void> {
  await tx('collections')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') });
}

/**
 * Keeps others from changing the collections of an organization, what is in them, and who was granted what, until the
 * transaction ends. Take it before any lock on a row.
 */
export async function lockCollectionTree(tx: Tx, organizationId: string): Promise<void> {
  await tx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('collections of ' || ?, 0))`, [organizationId]);
}

/**
 * Works out anew what a collection and everything below it have from the collections around: `lineage`, and `resolved_level`
 * where it inherits. Returns the ids of those where the level is another one now. Needs {@link lockCollectionTree}.
 */
export async function resolveLevels(tx: Tx, id: string): Promise<string[]> {
  await tx.raw(
    `UPDATE collections c
     SET lineage = coalesce(p.lineage, '{}') || c.lineage[array_position(c.lineage, moved.id):]
     FROM collections moved LEFT JOIN collections p ON p.id = moved.parent_id
     WHERE moved.id = ? AND c.lineage @> ARRAY[moved.id]
       AND moved.lineage <> array_append(p.lineage, moved.id)`,
    [id],
  );
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `WITH RECURSIVE below AS (
       SELECT c.id, CASE WHEN c.default_level = 'inherit'
                         THEN CASE WHEN p.id IS NULL THEN 'inherit' ELSE p.resolved_level END
                         ELSE c.default_level END AS level
       FROM collections c LEFT JOIN collections p ON p.id = c.parent_id WHERE c.id = ?
       UNION ALL
       SELECT c.id, below.level FROM collections c JOIN below ON c.parent_id = below.id AND c.default_level = 'inherit'
     )
     UPDATE collections SET resolved_level = below.level
     FROM below WHERE collections.id = below.id AND collections.resolved_level IS DISTINCT FROM below.level
     RETURNING collections.id`,
    [id],
  );
  return rows.map((row) => row.id);
}

export interface CollectionListQuery extends Viewer {
  organizationId: string;
  nested: boolean;
  after: { orderKey: string; id: string } | undefined;
  limit: number;
}

/** The collections of an organization that the caller may see, in their order: `limit + 1` rows after the cursor, and how many in all. */
export async function listCollections(
  db: Db,
  query: CollectionListQuery,
): Promise<{ rows: SeenCollection[]; count: number }> {
  const visible = `collections c LEFT JOIN reached ON reached.id = c.id
    WHERE c.organization_id = :organizationId AND (:nested OR c.parent_id IS NULL)
      AND (:isAdmin OR reached.level IS NOT NULL OR :isMember AND c.resolved_level IS NOT NULL)`;
  const { after, limit, ...scope } = query;
  const bindings = { ...scope, orderKey: after?.orderKey ?? '', id: after?.id ?? '', limit: limit + 1 };
  const { rows } = await db.raw<{ rows: SeenCollection[] }>(
    `WITH ${heldAndReached} SELECT ${columns}, reached.level AS granted
     FROM ${visible} AND (c.order_key, c.id) > (:orderKey, :id) ORDER BY c.order_key, c.id LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `WITH ${heldAndReached} SELECT count(*)::int FROM ${visible}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
