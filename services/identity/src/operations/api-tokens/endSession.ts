import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetTokens } from '../../domain/forget-principals.js';
import type { Identity } from '../../identity.js';
import { requireUser } from '../../policies/user.js';
import { deleteApiToken, lockApiToken } from '../../tables/api-token.js';

export const endSession = operation(contract.endSession, async ({ principal, commit }, { cache }: Identity) => {
  requireUser(principal);
  const hashes: string[] = [];
  const done = await commit(async (tx) => {
    const token = await lockApiToken(tx, principal.tokenId, principal);
    // Somebody else was faster: the session has ended either way.
    if (!token) return;
    await deleteApiToken(tx, { id: token.id });
    hashes.push(token.hash);
  });
  await forgetTokens(cache, hashes);
  return done;
});
