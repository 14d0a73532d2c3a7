import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';
import { spaceFact } from '../../domain/tree/tell.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpaces } from '../../tables/space.js';
import { trashSpace } from '../../tables/trash.js';

export const deleteSpaceById = operation(
  contract.deleteSpaceById,
  async ({ params, principal, ifMatch, commit }, { links, now }: Content) =>
    commit(async (tx) => {
      const row = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'admin' });
      ifMatch(presentSpace(row, levelOn(principal, row), links));
      await trashSpace(tx, row.id, now());
      const [deleted] = await findSpaces(tx, [row.id]);
      await recordEvent(tx, events.spaceDeleted, spaceFact(deleted!));
      await tellHolders(tx, [row.id]);
    }),
);
