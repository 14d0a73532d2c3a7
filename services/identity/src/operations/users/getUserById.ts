import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { visibleUser } from '../../domain/visible-user.js';
import type { Identity } from '../../identity.js';
import { presentUser } from '../../present/user.js';

export const getUserById = operation(contract.getUserById, async ({ params, principal }, { db, config }: Identity) =>
  presentUser(await visibleUser(db, params.userId, principal), config.PUBLIC_URL),
);
