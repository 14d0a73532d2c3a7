import { type Db, type Role, type Tx, prepared } from '@quire/runtime';

export interface SpaceRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  /** Sorts it among the collections and spaces beside it; null when the collection that it was in is gone. */
  order_key: string | null;
  title: string;
  emoji: string | null;
  icon: string | null;
  default_level: Role | 'inherit' | null;
  /** The default level after inheritance through collections. */
  resolved_level: Role | 'inherit' | null;
  edit_mode: 'live' | 'locked';
  revision_id: string;
  comments: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
}

/** Spaces `s` and their collections `c`. */
export const selectSpaces = `SELECT s.id, s.organization_id, s.parent_id, s.order_key, s.title, s.emoji, s.icon, s.default_level,
  CASE WHEN s.default_level = 'inherit' THEN CASE WHEN c.id IS NULL THEN 'inherit' ELSE c.resolved_level END
       ELSE s.default_level END AS resolved_level,
  s.edit_mode, s.revision_id, s.comments, s.change_requests, s.change_requests_open, s.change_requests_draft,
  s.created_at, s.updated_at, s.deleted_at, s.version
  FROM spaces s LEFT JOIN collections c ON c.id = s.parent_id`;

export async function findSpace(db: Db, id: string): Promise<SpaceRow | undefined> {
  const sql = `${selectSpaces} WHERE s.id = ? AND s.deleted_at IS NULL`;
  return (await prepared<SpaceRow>(db, 'find-space', { sql, bindings: [id] }))[0];
}

/** Reads a space and keeps others from changing it, its content included, until the transaction ends. */
export async function lockSpace(tx: Tx, id: string): Promise<SpaceRow | undefined> {
  const { rows } = await tx.raw<{ rows: SpaceRow[] }>(
    `${selectSpaces} WHERE s.id = ? AND s.deleted_at IS NULL FOR UPDATE OF s`,
    [id],
  );
  return rows[0];
}

/** Spaces by id, deleted ones included: for other services. */
export async function findSpaces(db: Db, ids: readonly string[]): Promise<SpaceRow[]> {
  const { rows } = await db.raw<{ rows: SpaceRow[] }>(`${selectSpaces} WHERE s.id = ANY (?)`, [[...ids]]);
  return rows;
}

export interface NewSpace {
  id: string;
  organization_id: string;
  parent_id: string | null;
  order_key: string;
  title: string;
  emoji: string | null;
  icon?: string | null;
  default_level: Role | 'inherit' | null;
  edit_mode: 'live' | 'locked';
  revision_id: string;
  created_by: string;
}

export async function insertSpace(tx: Tx, row: NewSpace): Promise<void> {
  await tx('spaces').insert(row);
}

type SpaceChanges = Partial<Pick<SpaceRow, 'title' | 'emoji' | 'icon' | 'default_level' | 'edit_mode' | 'revision_id'>>;

/** Changes a space and counts its version up. */
export async function updateSpace(tx: Tx, id: string, changes: SpaceChanges): Promise<void> {
  await tx('spaces')
    .where({ id })
    .update({ ...changes, updated_at: tx.fn.now(), version: tx.raw('version + 1') });
}

/** Counts up the version of the spaces that inherit their level from one of the collections, and returns them. */
export async function touchInheritingSpaces(tx: Tx, collectionIds: readonly string[]): Promise<SpaceRow[]> {
  if (collectionIds.length === 0) return [];
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `UPDATE spaces SET version = version + 1
     WHERE parent_id = ANY (?) AND default_level = 'inherit' AND deleted_at IS NULL RETURNING id`,
    [[...collectionIds]],
  );
  return findSpaces(
    tx,
    rows.map((row) => row.id),
  );
}

export type ChangeRequestCounts = Partial<
  Record<'change_requests' | 'change_requests_open' | 'change_requests_draft', number>
>;

/** Adds to the counters of a space. */
export async function countChangeRequests(tx: Tx, id: string, by: ChangeRequestCounts): Promise<void> {
  const sums = Object.entries(by).map(([column, value]) => [column, tx.raw('?? + ?', [column, value])] as const);
  await tx('spaces')
    .where({ id })
    .update({ ...Object.fromEntries(sums), version: tx.raw('version + 1') });
}

export interface SpaceListQuery {
  organizationId: string;
  /** Only the spaces directly in this collection. */
  parentId?: string;
  isAdmin: boolean;
  isMember: boolean;
  after: { orderKey: string; id: string } | undefined;
  limit: number;
}

/** SQL condition on spaces `s` and their collections `c`: the spaces of an organization that the caller may see. */
export const visibleSpaces = `s.organization_id = :organizationId AND s.deleted_at IS NULL AND :isMember
  AND (:isAdmin OR CASE WHEN s.default_level = 'inherit' THEN c.id IS NULL OR c.resolved_level IS NOT NULL
                        ELSE s.default_level IS NOT NULL END)`;

/** The spaces that the caller may see, in their order: `limit + 1` rows after the cursor, and how many in all. */
export async function listSpaces(db: Db, query: SpaceListQuery): Promise<{ rows: SpaceRow[]; count: number }> {
  const visible = query.parentId === undefined ? visibleSpaces : `${visibleSpaces} AND s.parent_id = :parentId`;
  const { after, limit, ...scope } = query;
  const bindings = { ...scope, orderKey: after?.orderKey ?? '', id: after?.id ?? '', limit: limit + 1 };
  const { rows } = await db.raw<{ rows: SpaceRow[] }>(
    `${selectSpaces} WHERE ${visible} AND (s.order_key, s.id) > (:orderKey, :id) ORDER BY s.order_key, s.id LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM spaces s LEFT JOIN collections c ON c.id = s.parent_id WHERE ${visible}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
