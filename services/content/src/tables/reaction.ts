import type { Db, Tx } from '@quire/runtime';
import type { UserRow } from './user.js';

export interface ReactionRow {
  comment_id: string;
  emoji: string;
  reacted_at: Date;
  user: UserRow;
}

/** All reactions to the comments and replies, the earliest first. */
export async function findReactions(db: Db, commentIds: readonly string[]): Promise<ReactionRow[]> {
  if (commentIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: ReactionRow[] }>(
    `SELECT r.comment_id, r.emoji, r.reacted_at, jsonb_build_object(
       'id', u.id, 'display_name', u.display_name, 'email', u.email, 'photo_url', u.photo_url) AS user
     FROM reactions r JOIN users u ON u.id = r.user_id
     WHERE r.comment_id = ANY (?) ORDER BY r.reacted_at, r.emoji, r.user_id`,
    [[...commentIds]],
  );
  return rows;
}

export interface NewReactions {
  commentId: string;
  userId: string;
  emojis: readonly string[];
  reactedAt: Date;
}

/** Adds a user's reactions; those that are there already stay as they are. */
export async function insertReactions(tx: Tx, { commentId, userId, emojis, reactedAt }: NewReactions): Promise<void> {
  await tx.raw(
    `INSERT INTO reactions (comment_id, emoji, user_id, reacted_at) SELECT ?, emoji, ?, ? FROM unnest(?::text[]) AS e (emoji)
     ON CONFLICT DO NOTHING`,
    [commentId, userId, reactedAt, [...emojis]],
  );
}

/** Takes back those of a user's reactions that are there. */
export async function deleteReactions(
  tx: Tx,
  { commentId, userId, emojis }: Omit<NewReactions, 'reactedAt'>,
): Promise<void> {
  await tx('reactions')
    .where({ comment_id: commentId, user_id: userId })
    .whereIn('emoji', [...emojis])
    .delete();
}

/** How many different emoji a comment or reply has. */
export async function countEmojis(db: Db, commentId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(DISTINCT emoji)::int FROM reactions WHERE comment_id = ?',
    [commentId],
  );
  return rows[0]!.count;
}
