import type { Db } from '@quire/runtime';
import type { UserRow } from './user.js';

/** Somebody who did something to a change request. */
export interface ContributorRow extends UserRow {
  action: 'edit' | 'comment';
  /** How often. */
  count: number;
  updated_at: Date;
}

/** Who edited a change request or commented on it, the latest first. Who started it is there without any edit. */
export async function findContributors(db: Db, changeRequestId: string): Promise<ContributorRow[]> {
  const { rows } = await db.raw<{ rows: ContributorRow[] }>(
    `SELECT u.id, u.display_name, u.email, u.photo_url, c.action, c.count, c.updated_at FROM (
       SELECT b.user_id, 'edit' AS action, coalesce(e.count, 0) AS count, coalesce(e.latest, r.created_at) AS updated_at
       FROM contributors b JOIN change_requests r ON r.id = b.change_request_id
         LEFT JOIN (SELECT created_by, count(*)::int AS count, max(created_at) AS latest
                    FROM revisions WHERE change_request_id = :changeRequestId GROUP BY created_by) e ON e.created_by = b.user_id
       WHERE b.change_request_id = :changeRequestId
       UNION ALL
       SELECT posted_by, 'comment', count(*)::int, max(posted_at)
       FROM comments WHERE coalesce(change_request_id, space_id) = :changeRequestId GROUP BY posted_by
     ) c JOIN users u ON u.id = c.user_id ORDER BY c.updated_at DESC, u.id, c.action`,
    { changeRequestId },
  );
  return rows;
}
