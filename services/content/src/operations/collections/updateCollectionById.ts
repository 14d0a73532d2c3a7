import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';
import { collectionChanged } from '../../domain/tree/tell.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { findCollection, updateCollection } from '../../tables/collection.js';

export const updateCollectionById = operation(
  contract.updateCollectionById,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      ifMatch(presentCollection(row, levelOn(principal, row), links));
      const { title, description, defaultLevel } = body;
      await updateCollection(tx, row.id, { title, description, default_level: defaultLevel });
      await collectionChanged(tx, row.id);
      const updated = (await findCollection(tx, row.id, principal))!;
      return presentCollection(updated, levelOn(principal, updated), links);
    }),
);
