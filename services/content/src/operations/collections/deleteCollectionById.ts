import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { deleteCollection } from '../../domain/tree/delete-collection.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';

export const deleteCollectionById = operation(
  contract.deleteCollectionById,
  async ({ params, principal, ifMatch, commit }, { links, now }: Content) =>
    commit(async (tx) => {
      const row = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      ifMatch(presentCollection(row, levelOn(principal, row), links));
      await deleteCollection(tx, row, { principal, now: now() });
    }),
);
