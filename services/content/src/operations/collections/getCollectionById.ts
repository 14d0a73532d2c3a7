import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { findCollection } from '../../tables/collection.js';

export const getCollectionById = operation(
  contract.getCollectionById,
  async ({ params, principal }, { db, links }: Content) => {
    const row = authorize(principal, 'read', await findCollection(db, params.collectionId, principal), 'collection');
    return presentCollection(row, levelOn(principal, row), links);
  },
);
