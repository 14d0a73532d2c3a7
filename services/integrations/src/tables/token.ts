import type { Db, Tx } from '@quire/runtime';

export interface TokenRow {
  /** SHA-256 of the token, in hexadecimal. */
  hash: string;
  id: string;
  integration: string;
  /** Null for a token of the integration itself. */
  installation_id: string | null;
  /** The user who asked for it; null for a run of the integration's script. */
  issued_by: string | null;
  created_at: Date;
  expires_at: Date;
}

export async function insertToken(tx: Tx, row: TokenRow): Promise<void> {
  await tx('tokens').insert(row);
}

/** A token that is good at `now`. */
export async function findToken(
  db: Db,
  key: Pick<TokenRow, 'hash'> | Pick<TokenRow, 'id'>,
  now: Date,
): Promise<TokenRow | undefined> {
  return db<TokenRow>('tokens')
    .where(key)
    .where('expires_at', '>', now)
    .first('hash', 'id', 'integration', 'installation_id', 'issued_by', 'created_at', 'expires_at');
}

/** Whose tokens are meant: an integration's, its installations' included, or one installation's. */
export type TokenHolder = { integration: string } | { installation_id: string };

export async function findTokenHashes(db: Db, holder: TokenHolder): Promise<string[]> {
  return db('tokens').where(holder).pluck('hash');
}

/** Takes all tokens of a holder away; returns their hashes. */
export async function deleteTokens(tx: Tx, holder: TokenHolder): Promise<string[]> {
  const rows = await tx('tokens').where(holder).delete().returning<{ hash: string }[]>('hash');
  return rows.map((row) => row.hash);
}

/**
 * Ends the tokens that a user asked for, of integrations that the organization owns. Returns the hashes of all that are
 * kept, of those too that had ended before.
 */
export async function revokeTokensOf(
  tx: Tx,
  { user, organization, now }: { user: string; organization: string; now: Date },
): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { hash: string }[] }>(
    `UPDATE tokens SET expires_at = LEAST(expires_at, :now) FROM integrations
     WHERE tokens.issued_by = :user AND integrations.name = tokens.integration
       AND integrations.organization_id = :organization
     RETURNING hash`,
    { user, organization, now },
  );
  return rows.map((row) => row.hash);
}

const batch = 1_000;

/** Deletes tokens that were good until `before` or earlier, a thousand at a time. */
export async function sweepTokens(db: Db, before: Date): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `DELETE FROM tokens WHERE hash IN (
         SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`,
      [before, batch],
    );
    deleted = rowCount;
  }
}
