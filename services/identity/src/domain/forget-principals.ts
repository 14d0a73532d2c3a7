import type { Cache, Db } from '@quire/runtime';
import { findTokenHashes, findTokenHashesOfMembers } from '../tables/api-token.js';

/**
 * Drops what gateways know of users whose rights have changed: after the commit, before the answer, so that a caller sees
 * its own change at once. It rejects with `unavailable` when it cannot: then the old rights live for 30 more seconds.
 */
export async function forgetPrincipals(
  { db, cache }: { db: Db; cache: Cache },
  userIds: readonly string[],
): Promise<void> {
  await forgetTokens(cache, await findTokenHashes(db, userIds));
}

/** {@link forgetPrincipals} of all members of an organization: their access hangs on how it lets people sign on. */
export async function forgetMembers({ db, cache }: { db: Db; cache: Cache }, organizationId: string): Promise<void> {
  await forgetTokens(cache, await findTokenHashesOfMembers(db, organizationId));
}

/** {@link forgetPrincipals} by the hashes of tokens. */
export async function forgetTokens(cache: Cache, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await cache.forget(hashes.map((hash) => `principal:${hash}`));
}
