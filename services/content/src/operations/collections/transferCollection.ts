import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { lockBelow } from '../../domain/tree/lock-below.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';
import { authorizeTransfer, transfer } from '../../domain/tree/transfer.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { findCollection } from '../../tables/collection.js';

export const transferCollection = operation(
  contract.transferCollection,
  async ({ params, body: { organization: to }, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin', also: to });
      const from = row.organization_id;
      authorizeTransfer(principal, { from, to });
      const { collections, spaces } = await lockBelow(tx, row, principal);
      const ids = spaces.map(({ id }) => id);
      await transfer(tx, { kind: 'collection', id: row.id }, { from, to, collections, spaces: ids });
      const moved = (await findCollection(tx, row.id, principal))!;
      return presentCollection(moved, levelOn(principal, moved), links);
    }),
);
