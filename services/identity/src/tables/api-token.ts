import type { Db, TokenScope, Tx } from '@quire/runtime';

export interface ApiTokenRow {
  id: string;
  user_id: string;
  /** The one organization that the token is good for. */
  organization_id: string | null;
  name: string;
  hash: string;
  scopes: TokenScope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const columns = [
  'id',
  'user_id',
  'organization_id',
  'name',
  'hash',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/** Whose tokens: all of a user, or those of them that are confined to one organization. */
export interface TokenOwner {
  userId: string;
  confinedTo?: string | undefined;
}

const ownedBy = ({ userId, confinedTo }: TokenOwner) => ({
  user_id: userId,
  ...(confinedTo === undefined ? {} : { organization_id: confinedTo }),
});

export async function insertApiToken(tx: Tx, token: Omit<ApiTokenRow, 'last_used_at'>): Promise<ApiTokenRow> {
  const [row] = await tx<ApiTokenRow>('api_tokens')
    .insert(token)
    .returning([...columns]);
  return row!;
}

export async function listApiTokens(
  db: Db,
  owner: TokenOwner,
  { after = '', limit }: { after?: string; limit: number },
): Promise<ApiTokenRow[]> {
  return db<ApiTokenRow>('api_tokens')
    .where(ownedBy(owner))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countApiTokens(db: Db, owner: TokenOwner): Promise<number> {
  const [row] = await db('api_tokens').where(ownedBy(owner)).count<{ count: string }[]>('* as count');
  return Number(row!.count);
}

/** Every token's hash of the given users: what their cached principals are filed under. */
export async function findTokenHashes(db: Db, userIds: readonly string[]): Promise<string[]> {
  return db<ApiTokenRow>('api_tokens')
    .whereRaw('user_id = ANY (?)', [[...userIds]])
    .pluck('hash');
}

/** {@link findTokenHashes} of all members of an organization. */
export async function findTokenHashesOfMembers(db: Db, organizationId: string): Promise<string[]> {
  return db<ApiTokenRow>('api_tokens')
    .whereIn('user_id', db('members').where({ organization_id: organizationId }).select('user_id'))
    .pluck('hash');
}

/** Reads a user's own token and keeps others from deleting it until the transaction ends. */
export async function lockApiToken(tx: Tx, id: string, owner: TokenOwner): Promise<ApiTokenRow | undefined> {
  return tx<ApiTokenRow>('api_tokens')
    .where({ id, ...ownedBy(owner) })
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
