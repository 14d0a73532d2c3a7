import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { issueApiToken, requestToken } from '../../domain/api-tokens.js';
import type { Identity } from '../../identity.js';
import { presentCreatedApiToken } from '../../present/api-token.js';
import { findUser } from '../../tables/user.js';

export const createUserApiToken = operation(
  contract.createUserApiToken,
  async ({ params, body, principal, commit }, { clock }: Identity) => {
    const request = requestToken(principal, body, clock());
    return commit(async (tx) => {
      if (!(await findUser(tx, params.userId))) throw notFound('user');
      return presentCreatedApiToken(await issueApiToken(tx, params.userId, request));
    });
  },
);
