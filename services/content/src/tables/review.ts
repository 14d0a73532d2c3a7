import type { Db, Tx } from '@quire/runtime';
import { userJson, type UserRow } from './user.js';

export type ReviewStatus = 'approved' | 'changes-requested';

export interface ReviewRow {
  id: string;
  change_request_id: string;
  /** What was reviewed. */
  revision_id: string;
  status: ReviewStatus;
  created_at: Date;
  reviewer: UserRow;
  /** Who had asked for it. */
  requester: UserRow | null;
}

const select = `SELECT r.id, r.change_request_id, r.revision_id, r.status, r.created_at, ${userJson('u')} AS reviewer,
  CASE WHEN v.id IS NOT NULL THEN ${userJson('v')} END AS requester`;
const users = 'JOIN users u ON u.id = r.reviewer_id LEFT JOIN users v ON v.id = r.requested_by';

export async function findReview(db: Db, changeRequestId: string, id: string): Promise<ReviewRow | undefined> {
  const { rows } = await db.raw<{ rows: ReviewRow[] }>(
    `${select} FROM reviews r ${users} WHERE r.id = ? AND r.change_request_id = ?`,
    [id, changeRequestId],
  );
  return rows[0];
}

export interface NewReview {
  id: string;
  change_request_id: string;
  revision_id: string;
  reviewer_id: string;
  requested_by: string | null;
  status: ReviewStatus;
  created_at: Date;
}

export async function insertReview(tx: Tx, row: NewReview): Promise<void> {
  await tx('reviews').insert(row);
}

export interface ReviewListQuery {
  changeRequestId: string;
  /** What the change request holds now: a review of anything else is outdated. */
  revisionId: string;
  outdated: boolean | undefined;
  before: string | undefined;
  limit: number;
}

/** The reviews of a change request, newest first: `limit + 1` rows before the cursor, and how many in all. */
export async function listReviews(db: Db, query: ReviewListQuery): Promise<{ rows: ReviewRow[]; count: number }> {
  const { changeRequestId, revisionId, outdated, before, limit } = query;
  const filter = `change_request_id = :changeRequestId ${
    outdated === undefined ? '' : `AND revision_id ${outdated ? '<>' : '='} :revisionId`
  }`;
  const bindings = { changeRequestId, revisionId, before: before ?? null, limit: limit + 1 };
  // The page is cut out before anything is joined to it.
  const { rows } = await db.raw<{ rows: ReviewRow[] }>(
    `${select} FROM (
       SELECT * FROM reviews WHERE ${filter} ${before === undefined ? '' : 'AND id < :before'} ORDER BY id DESC LIMIT :limit
     ) r ${users} ORDER BY r.id DESC`,
    bindings,
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::int FROM reviews WHERE ${filter}`,
    bindings,
  );
  return { rows, count: counted.rows[0]!.count };
}
