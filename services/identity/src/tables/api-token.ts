import type { Db, TokenScope, Tx } from '@quire/runtime';

export interface ApiTokenRow {
  id: string;
  user_id: string;
  name: string;
  hash: string;
  scopes: TokenScope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const columns = ['id', 'user_id', 'name', 'hash', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

export async function insertApiToken(tx: Tx, token: Omit<ApiTokenRow, 'last_used_at'>): Promise<ApiTokenRow> {
  const [row] = await tx<ApiTokenRow>('api_tokens')
    .insert(token)
    .returning([...columns]);
  return row!;
}

export async function listApiTokens(
  db: Db,
  userId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<ApiTokenRow[]> {
  return db<ApiTokenRow>('api_tokens')
    .where({ user_id: userId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countApiTokens(db: Db, userId: string): Promise<number> {
  const sql = 'SELECT count(*)::integer AS count FROM api_tokens WHERE user_id = ?';
  const { rows } = await db.raw<{ rows: { count: number }[] }>(sql, [userId]);
  return rows[0]!.count;
}

/** Every token's hash of the given users: what their cached principals are filed under. */
export async function findTokenHashes(db: Db, userIds: readonly string[]): Promise<string[]> {
  return db<ApiTokenRow>('api_tokens').whereIn('user_id', userIds).pluck('hash');
}

/** Reads a user's own token and keeps others from deleting it until the transaction ends. */
export async function lockApiToken(tx: Tx, { id, userId }: { id: string; userId: string }) {
  return tx<ApiTokenRow>('api_tokens')
    .where({ id, user_id: userId })
    .forUpdate()
    .first(...columns);
}

export async function deleteApiToken(tx: Tx, where: { id: string } | { hash: string }): Promise<void> {
  await tx('api_tokens').where(where).delete();
}

/** Notes when tokens were used, where the note is a minute old. A token that is being written is left for next time. */
export async function touchApiTokens(tx: Tx, seen: readonly { tokenId: string; at: Date }[]): Promise<void> {
  await tx.raw(
    `UPDATE api_tokens SET last_used_at = due.at
     FROM (
       SELECT id, seen.at FROM api_tokens
       JOIN jsonb_to_recordset(?::jsonb) AS seen ("tokenId" text, at timestamptz) ON seen."tokenId" = id
       WHERE last_used_at IS NULL OR last_used_at <= seen.at - interval '1 minute'
       FOR UPDATE OF api_tokens SKIP LOCKED
     ) AS due
     WHERE api_tokens.id = due.id`,
    [JSON.stringify(seen)],
  );
}
