import type { Db, Tx } from '@quire/runtime';
import { userJson, type UserRow } from './user.js';

export interface RequestedReviewerRow {
  user_id: string;
  /** What the change request held then. */
  revision_id: string;
  requested_by: string;
  created_at: Date;
  reviewer: UserRow;
  requester: UserRow;
}

const select = `SELECT q.user_id, q.revision_id, q.requested_by, q.created_at, ${userJson('u')} AS reviewer, ${userJson('v')} AS requester
  FROM requested_reviewers q JOIN users u ON u.id = q.user_id JOIN users v ON v.id = q.requested_by`;

export interface NewRequest {
  change_request_id: string;
  revision_id: string;
  requested_by: string;
  created_at: Date;
}

/** Notes that users were asked for a review; who was asked already stays so. */
export async function insertRequests(tx: Tx, userIds: readonly string[], request: NewRequest): Promise<void> {
  const rows = [...new Set(userIds)].map((user_id) => ({ ...request, user_id }));
  if (rows.length > 0) await tx('requested_reviewers').insert(rows).onConflict().ignore();
}

/** Who of the users is asked for a review, by user id. */
export async function findRequests(
  db: Db,
  changeRequestId: string,
  userIds: readonly string[],
): Promise<RequestedReviewerRow[]> {
  const { rows } = await db.raw<{ rows: RequestedReviewerRow[] }>(
    `${select} WHERE q.change_request_id = ? AND q.user_id = ANY (?) ORDER BY q.user_id`,
    [changeRequestId, [...userIds]],
  );
  return rows;
}

/** Takes a request back, or answers it: returns who had made it, undefined when there was none. */
export async function deleteRequest(tx: Tx, changeRequestId: string, userId: string): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { requested_by: string }[] }>(
    'DELETE FROM requested_reviewers WHERE change_request_id = ? AND user_id = ? RETURNING requested_by',
    [changeRequestId, userId],
  );
  return rows[0]?.requested_by;
}

/** Who is asked for a review, by user id: `limit + 1` rows after the cursor, and how many in all. */
export async function listRequests(
  db: Db,
  { changeRequestId, after = '', limit }: { changeRequestId: string; after: string | undefined; limit: number },
): Promise<{ rows: RequestedReviewerRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: RequestedReviewerRow[] }>(
    `${select} WHERE q.change_request_id = ? AND q.user_id > ? ORDER BY q.user_id LIMIT ?`,
    [changeRequestId, after, limit + 1],
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM requested_reviewers WHERE change_request_id = ?',
    [changeRequestId],
  );
  return { rows, count: counted.rows[0]!.count };
}
