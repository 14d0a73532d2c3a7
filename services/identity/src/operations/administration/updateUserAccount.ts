import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { changeAccount } from '../../domain/accounts.js';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import type { Identity } from '../../identity.js';
import { authorizeAccountChange } from '../../policies/user.js';
import { presentUserAccount } from '../../present/user-account.js';
import { lockAccount } from '../../tables/user.js';

export const updateUserAccount = operation(
  contract.updateUserAccount,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    const { config, clock } = identity;
    authorizeAccountChange(principal, params.userId, body);
    const done = await commit(async (tx) => {
      const { account, otherAdministrators } = await lockAccount(tx, params.userId);
      if (!account) throw notFound('user');
      ifMatch(presentUserAccount(account, config.PUBLIC_URL));
      const after = await changeAccount(tx, account, { ...body, otherAdministrators, now: clock() });
      return presentUserAccount(after, config.PUBLIC_URL);
    });
    await forgetPrincipals(identity, [params.userId]);
    return done;
  },
);
