import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { changeUser } from '../../domain/users.js';
import { visibleUser } from '../../domain/visible-user.js';
import type { Identity } from '../../identity.js';
import { authorizeEdit } from '../../policies/user.js';
import { presentUser } from '../../present/user.js';
import { lockUser } from '../../tables/user.js';

export const updateUserById = operation(
  contract.updateUserById,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    const { db, config } = identity;
    const { id } = await visibleUser(db, params.userId, principal);
    authorizeEdit(principal, id);
    const done = await commit(async (tx) => {
      const before = (await lockUser(tx, id))!;
      ifMatch(presentUser(before, config.PUBLIC_URL));
      const after = await changeUser(tx, before, { display_name: body.displayName, photo_url: body.photoURL });
      return presentUser(after, config.PUBLIC_URL);
    });
    await forgetPrincipals(identity, [id]);
    return done;
  },
);
