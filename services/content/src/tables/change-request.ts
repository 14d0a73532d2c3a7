import type { JsonDocument } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { RevisionRow } from './revision.js';
import { userJson, type UserRow } from './user.js';

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged';

export interface ChangeRequestRow {
  id: string;
  space_id: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  description: JsonDocument | null;
  revision_id: string;
  revision_initial_id: string;
  revision_merged_ancestor_id: string | null;
  revision_merged_id: string | null;
  comments: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
  /** The space's current revision: what `outdated` is measured against. */
  space_revision_id: string;
  creator: UserRow;
}

const from = `FROM change_requests r JOIN spaces s ON s.id = r.space_id JOIN users u ON u.id = r.created_by`;
const select = `SELECT r.id, r.space_id, r.number, r.status, r.subject, r.description, r.revision_id, r.revision_initial_id,
  r.revision_merged_ancestor_id, r.revision_merged_id, r.comments, r.created_by, r.created_at, r.updated_at, r.version,
  s.revision_id AS space_revision_id,
  ${userJson('u')} AS creator`;

/** A change request of a space by its id or its number. */
export async function findChangeRequest(
  db: Db,
  spaceId: string,
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  return find(db, spaceId, idOrNumber, '');
}

/** The space that a change request, by its id, is in. */
export async function findSpaceOfChangeRequest(db: Db, id: string): Promise<string | undefined> {
  return (await db('change_requests').where({ id }).first<{ space_id: string } | undefined>('space_id'))?.space_id;
}

/** The change requests that landed with revisions of main, by the ids of those. */
export async function findMergedChangeRequests(
  db: Db,
  revisions: readonly RevisionRow[],
): Promise<ReadonlyMap<string, ChangeRequestRow>> {
  const merges = revisions.filter(({ type }) => type === 'merge').map(({ id }) => id);
  if (merges.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: ChangeRequestRow[] }>(
    `${select} ${from} WHERE r.revision_merged_id = ANY (?)`,
    [merges],
  );
  return new Map(rows.map((row) => [row.revision_merged_id!, row]));
}

/** The same, and keeps others from changing it until the transaction ends. Lock the space first. */
export async function lockChangeRequest(
  tx: Tx,
  spaceId: string,
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  return find(tx, spaceId, idOrNumber, 'FOR UPDATE OF r');
}

async function find(db: Db, spaceId: string, idOrNumber: string, lock: string): Promise<ChangeRequestRow | undefined> {
  const isNumber = /^[1-9]\d{0,8}$/.test(idOrNumber);
  const { rows } = await db.raw<{ rows: ChangeRequestRow[] }>(
    `${select} ${from} WHERE r.space_id = ? AND ${isNumber ? 'r.number = ?::int' : 'r.id = ?'} ${lock}`,
    [spaceId, idOrNumber],
  );
  return rows[0];
}

export interface NewChangeRequest {
  id: string;
  space_id: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  revision_id: string;
  revision_initial_id: string;
  created_by: string;
}

export async function insertChangeRequest(tx: Tx, row: NewChangeRequest): Promise<void> {
  await tx('change_requests').insert(row);
}

type ChangeRequestChanges = Partial<
  Pick<
    ChangeRequestRow,
    'status' | 'subject' | 'description' | 'revision_id' | 'revision_merged_ancestor_id' | 'revision_merged_id'
  >
>;

/** Changes a change request and counts its version up. */
export async function updateChangeRequest(tx: Tx, id: string, changes: ChangeRequestChanges): Promise<void> {
  await tx('change_requests')
    .where({ id })
    .update({ ...changes, updated_at: tx.fn.now(), version: tx.raw('version + 1') });
}

/** Notes that a user edited a change request. */
export async function insertContributor(tx: Tx, changeRequestId: string, userId: string): Promise<void> {
  await tx('contributors').insert({ change_request_id: changeRequestId, user_id: userId }).onConflict().ignore();
}

export interface ChangeRequestListQuery {
  spaceId: string;
  status: ChangeRequestStatus;
  creator: string | undefined;
  contributor: string | undefined;
  before: string | undefined;
  limit: number;
}

/** The change requests of a space, newest first: `limit + 1` rows before the cursor, and how many in all. */
export async function listChangeRequests(
  db: Db,
  query: ChangeRequestListQuery,
): Promise<{ rows: ChangeRequestRow[]; count: number }> {
  const { spaceId, status, creator, contributor, before, limit } = query;
  const filter = `r.space_id = :spaceId AND r.status = :status ${creator === undefined ? '' : 'AND r.created_by = :creator'} ${
    contributor === undefined
      ? ''
      : 'AND EXISTS (SELECT FROM contributors b WHERE b.change_request_id = r.id AND b.user_id = :contributor)'
  }`;
  const bindings = {
    spaceId,
    status,
    creator: creator ?? null,
    contributor: contributor ?? null,
    before: before ?? null,
    limit: limit + 1,
  };
  const { rows } = await db.raw<{ rows: ChangeRequestRow[] }>(
    `${select} ${from} WHERE ${filter} ${before === undefined ? '' : 'AND r.id < :before'} ORDER BY r.id DESC LIMIT :limit`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM change_requests r WHERE ${filter}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
