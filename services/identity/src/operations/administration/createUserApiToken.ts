import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { issueApiToken, requestTokenFor } from '../../domain/api-tokens.js';
import type { Identity } from '../../identity.js';
import { presentCreatedApiToken } from '../../present/api-token.js';
import { findUser } from '../../tables/user.js';

export const createUserApiToken = operation(
  contract.createUserApiToken,
  async ({ params, body, principal, commit }, { clock }: Identity) =>
    commit(async (tx) => {
      const user = await findUser(tx, params.userId);
      if (!user) throw notFound('user');
      const request = requestTokenFor(user, { principal, wanted: body, now: clock() });
      return presentCreatedApiToken(await issueApiToken(tx, user.id, request));
    }),
);
