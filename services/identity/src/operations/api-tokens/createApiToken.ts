import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { issueApiToken, requestToken } from '../../domain/api-tokens.js';
import type { Identity } from '../../identity.js';
import { requireUser } from '../../policies/user.js';
import { presentCreatedApiToken } from '../../present/api-token.js';

export const createApiToken = operation(
  contract.createApiToken,
  async ({ body, principal, commit, location }, { clock, config }: Identity) => {
    requireUser(principal);
    const request = requestToken(principal, body, clock());
    return commit(async (tx) => {
      const issued = await issueApiToken(tx, principal.userId, request);
      location(`${config.PUBLIC_URL}/v1/user/tokens/${issued.row.id}`);
      return presentCreatedApiToken(issued);
    });
  },
);
