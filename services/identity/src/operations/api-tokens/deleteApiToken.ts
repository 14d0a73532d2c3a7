import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetTokens } from '../../domain/forget-principals.js';
import type { Identity } from '../../identity.js';
import { requireUser } from '../../policies/user.js';
import { presentApiToken } from '../../present/api-token.js';
import { deleteApiToken as removeToken, lockApiToken } from '../../tables/api-token.js';

export const deleteApiToken = operation(
  contract.deleteApiToken,
  async ({ params, principal, ifMatch, commit }, { cache }: Identity) => {
    requireUser(principal);
    let hash = '';
    const done = await commit(async (tx) => {
      const token = await lockApiToken(tx, params.tokenId, principal);
      if (!token) throw notFound('API token');
      ifMatch(presentApiToken(token));
      await removeToken(tx, { id: token.id });
      hash = token.hash;
    });
    await forgetTokens(cache, [hash]);
    return done;
  },
);
