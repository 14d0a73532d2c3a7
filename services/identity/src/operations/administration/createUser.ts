import { contract } from '@quire/contract';
import { conflict, operation } from '@quire/runtime';
import { issueApiToken, requestToken } from '../../domain/api-tokens.js';
import { registerUsers } from '../../domain/users.js';
import type { Identity } from '../../identity.js';
import { presentUser } from '../../present/user.js';

export const createUser = operation(
  contract.createUser,
  async ({ body, principal, commit, location }, { config, clock }: Identity) => {
    const now = clock();
    const request = requestToken(principal, { name: 'First token' }, now);
    return commit(async (tx) => {
      const [row] = await registerUsers(tx, [body], now);
      if (!row) throw conflict('A user has this e-mail address already.');
      const { token } = await issueApiToken(tx, row.id, request);
      const user = presentUser(row, config.PUBLIC_URL);
      location(user.urls.location);
      return { user, token };
    });
  },
);
