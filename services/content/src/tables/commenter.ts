import type { Db } from '@quire/runtime';

/** Each author of comments and replies once, found by skipping from one to the next: it costs what there are authors. */
const commenters = `RECURSIVE authors AS (
    (SELECT posted_by FROM comments
     WHERE coalesce(change_request_id, space_id) = :placeId AND posted_by > :after ORDER BY posted_by LIMIT 1)
    UNION ALL
    SELECT (SELECT c.posted_by FROM comments c
            WHERE coalesce(c.change_request_id, c.space_id) = :placeId AND c.posted_by > authors.posted_by
            ORDER BY c.posted_by LIMIT 1)
    FROM authors WHERE authors.posted_by IS NOT NULL
  ), commenters AS (
    SELECT a.posted_by AS id FROM authors a
    JOIN members m ON m.user_id = a.posted_by AND m.organization_id = :organizationId AND m.present
  )`;

export interface CommenterListQuery {
  /** Id of a space or change request. */
  placeId: string;
  organizationId: string;
  after: string | undefined;
  limit: number;
}

/**
 * The members of the organization who commented on a space or change request, by id: `limit + 1` of them after the cursor,
 * and how many in all.
 */
export async function listCommenterIds(
  db: Db,
  { after = '', limit, ...place }: CommenterListQuery,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `WITH ${commenters} SELECT id FROM commenters ORDER BY id LIMIT :limit`,
    { ...place, after, limit: limit + 1 },
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    `WITH ${commenters} SELECT count(*)::int FROM commenters`,
    {
      ...place,
      after: '',
    },
  );
  return { ids: rows.map(({ id }) => id), count: counted.rows[0]!.count };
}
