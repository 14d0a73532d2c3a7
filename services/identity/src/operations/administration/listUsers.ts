import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { presentUserAccount } from '../../present/user-account.js';
import { countUsers, listUsers as usersAfter } from '../../tables/user.js';

export const listUsers = operation(contract.listUsers, async ({ query }, { db, config }: Identity) => {
  const { limit, search } = query;
  const rows = await usersAfter(db, { search, after: idCursor(query.page), limit: limit + 1 });
  return listOf(rows, {
    limit,
    count: await countUsers(db, search),
    cursor: ({ id }) => [id],
    present: (user) => presentUserAccount(user, config.PUBLIC_URL),
  });
});
