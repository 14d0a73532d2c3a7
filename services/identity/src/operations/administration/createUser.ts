import { contract } from '@quire/contract';
import { conflict, operation } from '@quire/runtime';
import { issueApiToken, requestTokenFor } from '../../domain/api-tokens.js';
import { registerUsers } from '../../domain/users.js';
import type { Identity } from '../../identity.js';
import { presentUser } from '../../present/user.js';

export const createUser = operation(
  contract.createUser,
  async ({ body, principal, commit, location }, { config, clock }: Identity) => {
    const { token: wantsToken, ...registration } = body;
    const now = clock();
    return commit(async (tx) => {
      const [row] = await registerUsers(tx, [registration], now);
      if (!row) throw conflict('A user has this e-mail address already.');
      const user = presentUser(row, config.PUBLIC_URL);
      location(user.urls.location);
      if (!wantsToken) return { user };
      const request = requestTokenFor(row, { principal, wanted: { name: 'First token' }, now });
      return { user, token: (await issueApiToken(tx, row.id, request)).token };
    });
  },
);
