import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { presentUser } from '../../present/user.js';
import { findUser } from '../../tables/user.js';

export const getAuthenticatedUser = operation(
  contract.getAuthenticatedUser,
  async ({ principal }, { db, config }: Identity) => {
    const user = await findUser(db, principal.userId);
    if (!user) throw notFound('user');
    return presentUser(user, config.PUBLIC_URL);
  },
);
