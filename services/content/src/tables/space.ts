import type { SiteVisibility, SpaceVisibility } from '@quire/contract';
import { type Db, type Principal, type Role, type Tx, prepared } from '@quire/runtime';
import type { GitSync } from '../present/git.js';
import { type Viewer, subjectsOf } from '../policies/level.js';
import { granted, heldAndReached } from './permission.js';

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
  /** What is shown of the repository that it was last synced with. */
  git_sync: GitSync | null;
  revision_id: string;
  comments: number;
  change_requests: number;
  change_requests_open: number;
  change_requests_draft: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
  /** How the most public of the published sites that show it does so. */
  published: { visibility: SiteVisibility; url: string | null } | null;
  /** How visible others were told that it is. */
  told_visibility: SpaceVisibility;
}

/** A space as one caller sees it. */
export interface SeenSpace extends SpaceRow {
  /** The highest permission of the caller on the space or a collection around it. */
  granted: Role | null;
}

const columns = `s.id, s.organization_id, s.parent_id, s.order_key, s.title, s.emoji, s.icon, s.default_level,
  CASE WHEN s.default_level = 'inherit' THEN CASE WHEN c.id IS NULL THEN 'inherit' ELSE c.resolved_level END
       ELSE s.default_level END AS resolved_level,
  s.edit_mode, s.git_sync, s.revision_id, s.comments, s.change_requests, s.change_requests_open, s.change_requests_draft,
  s.created_at, s.updated_at, s.deleted_at, s.version, s.told_visibility,
  (SELECT jsonb_build_object('visibility', site.visibility, 'url', shown.url)
   FROM site_spaces shown JOIN sites site ON site.id = shown.site_id
   WHERE shown.space_id = s.id AND NOT shown.removed AND site.published AND NOT site.deleted
     AND site.organization_id = s.organization_id
   ORDER BY array_position(ARRAY['public', 'unlisted', 'share-link', 'visitor-auth'], site.visibility), shown.id
   LIMIT 1) AS published`;
const spaces = 'spaces s LEFT JOIN collections c ON c.id = s.parent_id';

/** Spaces `s` and their collections `c`. */
export const selectSpaces = `SELECT ${columns} FROM ${spaces}`;

/** The same with what the caller was granted; the first binding is `subjectsOf` the caller. */
export const selectSeenSpaces = `SELECT ${columns}, ${granted('array_append(c.lineage, s.id)')} AS granted FROM ${spaces}`;

export async function findSpace(db: Db, id: string, principal: Principal): Promise<SeenSpace | undefined> {
  const sql = `${selectSeenSpaces} WHERE s.id = ? AND s.deleted_at IS NULL`;
  return (await prepared<SeenSpace>(db, 'find-space', { sql, bindings: [subjectsOf(principal), id] }))[0];
}

/** Those of the spaces that exist, whether the caller may see them or not. */
export async function findSeenSpaces(db: Db, ids: readonly string[], principal: Principal): Promise<SeenSpace[]> {
  const { rows } = await db.raw<{ rows: SeenSpace[] }>(
    `${selectSeenSpaces} WHERE s.id = ANY (?) AND s.deleted_at IS NULL`,
    [subjectsOf(principal), [...ids]],
  );
  return rows;
}

/**
 * Reads a space and keeps others from changing it, its content included, until the transaction ends. It is read after it
 * is locked: one that was waited for may stand in another collection now, with other levels.
 */
export async function lockSpace(tx: Tx, id: string, principal: Principal): Promise<SeenSpace | undefined> {
  await lockRow(tx, id);
  return findSpace(tx, id, principal);
}

const lockRow = (tx: Tx, id: string) => tx.raw('SELECT FROM spaces WHERE id = ? FOR UPDATE', [id]);

const trashedToo = `${selectSeenSpaces} WHERE s.id = ? AND (s.deleted_at IS NULL OR s.deleted_at > ?)`;

/** {@link findSpace} for what is in the trash too, if it was put there after `deletedAfter`. */
export async function findSpaceOrTrashed(
  db: Db,
  id: string,
  { principal, deletedAfter }: { principal: Principal; deletedAfter: Date },
): Promise<SeenSpace | undefined> {
  const bindings = [subjectsOf(principal), id, deletedAfter];
  return (await prepared<SeenSpace>(db, 'find-space-or-trashed', { sql: trashedToo, bindings }))[0];
}

/** {@link lockSpace} for what is in the trash too, if it was put there after `deletedAfter`. */
export async function lockSpaceOrTrashed(
  tx: Tx,
  id: string,
  seen: { principal: Principal; deletedAfter: Date },
): Promise<SeenSpace | undefined> {
  await lockRow(tx, id);
  return findSpaceOrTrashed(tx, id, seen);
}

/** Locks a space for what nobody asked for; undefined when it is gone or in the trash. */
export async function lockLiveSpace(tx: Tx, id: string): Promise<SpaceRow | undefined> {
  await lockRow(tx, id);
  const [space] = await findSpaces(tx, [id]);
  return space?.deleted_at ? undefined : space;
}

/** A space that is known to exist, for what others are told of it. */
export async function needSpace(db: Db, id: string): Promise<SpaceRow> {
  return (await findSpaces(db, [id]))[0]!;
}

/** Spaces by id, deleted ones included: for other services. */
export async function findSpaces(db: Db, ids: readonly string[]): Promise<SpaceRow[]> {
  const { rows } = await db.raw<{ rows: SpaceRow[] }>(`${selectSpaces} WHERE s.id = ANY (?)`, [[...ids]]);
  return rows;
}

/** Notes what a space was synced with, which changes nothing that other services are told of. */
export async function noteGitSync(tx: Tx, id: string, sync: GitSync): Promise<void> {
  await tx('spaces')
    .where({ id })
    .update({ git_sync: JSON.stringify(sync) });
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
  told_visibility: SpaceVisibility;
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

export interface SpaceListQuery extends Viewer {
  organizationId: string;
  /** Only the spaces directly in this collection. */
  parentId?: string;
  /** Of their places; `asc` unless set. */
  order?: 'asc' | 'desc';
  after: { orderKey: string; id: string } | undefined;
  limit: number;
}

/** The spaces of an organization that the caller may see. */
const visible = `${spaces} LEFT JOIN held ON held.object_id = s.id LEFT JOIN reached ON reached.id = s.parent_id
  WHERE s.organization_id = :organizationId AND s.deleted_at IS NULL
    AND (:isAdmin OR s.id = ANY (:selected) OR held.level IS NOT NULL OR reached.level IS NOT NULL
         OR :isMember AND CASE WHEN s.default_level = 'inherit' THEN c.id IS NULL OR c.resolved_level IS NOT NULL
                               ELSE s.default_level IS NOT NULL END)`;

/** A query of the ids of these spaces; takes the bindings of a {@link Viewer} and `organizationId`. */
export const visibleSpaceIds = `WITH ${heldAndReached} SELECT s.id FROM ${visible}`;

/** The spaces that the caller may see, in their order: `limit + 1` rows after the cursor, and how many in all. */
export async function listSpaces(db: Db, query: SpaceListQuery): Promise<{ rows: SeenSpace[]; count: number }> {
  const listed = query.parentId === undefined ? visible : `${visible} AND s.parent_id = :parentId`;
  const { after, limit, order = 'asc', ...scope } = query;
  const rest = after ? `AND (s.order_key, s.id) ${order === 'asc' ? '>' : '<'} (:orderKey, :id)` : '';
  const bindings = { ...scope, orderKey: after?.orderKey ?? '', id: after?.id ?? '', limit: limit + 1 };
  const { rows } = await db.raw<{ rows: SeenSpace[] }>(
    `WITH ${heldAndReached} SELECT ${columns}, greatest(held.level, reached.level) AS granted
     FROM ${listed} ${rest} ORDER BY s.order_key ${order}, s.id ${order} LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `WITH ${heldAndReached} SELECT count(*)::int FROM ${listed}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
