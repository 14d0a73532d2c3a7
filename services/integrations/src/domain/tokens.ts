import { createToken, hashToken, newId, type Tx } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { findTokenHashes, insertToken, type TokenHolder } from '../tables/token.js';

const lifetimeMs = 60 * 60 * 1_000;

interface Holder {
  integration: string;
  /** Absent for a token of the integration itself. */
  installation?: string;
  /** The user who asked for it; absent for a run of the integration's script. */
  issuedBy?: string;
}

/** A new token, good for an hour; only its hash is kept. */
export async function issueToken(
  tx: Tx,
  { clock }: Pick<Integrations, 'clock'>,
  { integration, installation, issuedBy }: Holder,
): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken(installation === undefined ? 'int' : 'ins');
  const now = clock();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await insertToken(tx, {
    hash: hashToken(token),
    id: newId(),
    integration,
    installation_id: installation ?? null,
    issued_by: issuedBy ?? null,
    created_at: now,
    expires_at: expiresAt,
  });
  return { token, expiresAt };
}

/**
 * Drops what gateways know of tokens whose holder may do something else than before: after the commit, before the
 * answer, so that a call that comes next is judged anew.
 */
export async function forgetTokens({ db, cache }: Pick<Integrations, 'db' | 'cache'>, holder: TokenHolder) {
  await forgetHashes({ cache }, await findTokenHashes(db, holder));
}

/** {@link forgetTokens} of tokens that are gone already. */
export async function forgetHashes({ cache }: Pick<Integrations, 'cache'>, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await cache.forget(hashes.map((hash) => `principal:${hash}`));
}
