import type { Db, Role, Tx } from '@quire/runtime';

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
  version: number;
}

const columns = 'id, organization_id, parent_id, order_key, title, description, default_level, resolved_level, version';

export async function findCollection(db: Db, id: string): Promise<CollectionRow | undefined> {
  const { rows } = await db.raw<{ rows: CollectionRow[] }>(`SELECT ${columns} FROM collections WHERE id = ?`, [id]);
  return rows[0];
}

/** Reads a collection and keeps others from changing it until the transaction ends. */
export async function lockCollection(tx: Tx, id: string): Promise<CollectionRow | undefined> {
  const { rows } = await tx.raw<{ rows: CollectionRow[] }>(
    `SELECT ${columns} FROM collections WHERE id = ? FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function insertCollection(
  tx: Tx,
  row: Omit<CollectionRow, 'version' | 'description'>,
): Promise<CollectionRow> {
  const [inserted] = await tx('collections').insert(row).returning<CollectionRow[]>(columns.split(', '));
  return inserted!;
}

export async function updateCollection(
  tx: Tx,
  id: string,
  changes: Partial<Pick<CollectionRow, 'title' | 'description' | 'default_level'>>,
): Promise<CollectionRow> {
  const [updated] = await tx('collections')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning<CollectionRow[]>(columns.split(', '));
  return updated!;
}

/**
 * Keeps others from changing how the collections of an organization hang together, and what they hand down, until the
 * transaction ends. Take it before any lock on a row.
 */
export async function lockCollectionTree(tx: Tx, organizationId: string): Promise<void> {
  await tx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('collections of ' || ?, 0))`, [organizationId]);
}

/**
 * Works `resolved_level` out anew for a collection and everything below it that inherits; returns the ids of those where it
 * is another one now. Needs {@link lockCollectionTree}.
 */
export async function resolveLevels(tx: Tx, id: string): Promise<string[]> {
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

export interface CollectionListQuery {
  organizationId: string;
  isAdmin: boolean;
  isMember: boolean;
  nested: boolean;
  after: { orderKey: string; id: string } | undefined;
  limit: number;
}

/** The collections of an organization that the caller may see, in their order: `limit + 1` rows after the cursor, and how many in all. */
export async function listCollections(
  db: Db,
  query: CollectionListQuery,
): Promise<{ rows: CollectionRow[]; count: number }> {
  const visible = `organization_id = :organizationId AND :isMember AND (:isAdmin OR resolved_level IS NOT NULL)
    AND (:nested OR parent_id IS NULL)`;
  const { after, limit, ...scope } = query;
  const bindings = { ...scope, orderKey: after?.orderKey ?? '', id: after?.id ?? '', limit: limit + 1 };
  const { rows } = await db.raw<{ rows: CollectionRow[] }>(
    `SELECT ${columns} FROM collections WHERE ${visible} AND (order_key, id) > (:orderKey, :id) ORDER BY order_key, id LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM collections WHERE ${visible}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
