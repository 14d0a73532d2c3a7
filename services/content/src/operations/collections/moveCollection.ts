import { contract } from '@quire/contract';
import { conflict, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { collectionChanged } from '../../domain/tree/tell.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { findDestination } from '../../domain/tree/destination.js';
import { findPlace } from '../../domain/tree/find-place.js';
import { authorizeBelow } from '../../domain/tree/lock-below.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { findCollection } from '../../tables/collection.js';
import { isInside, updatePlace } from '../../tables/tree.js';

export const moveCollection = operation(
  contract.moveCollection,
  async ({ params, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      const item = { kind: 'collection', id: row.id } as const;
      const { parent, position } = await findDestination(tx, body, { item: row, principal });
      if (parent.parentId !== row.parent_id) await authorizeBelow(tx, row, principal);
      if (parent.parentId !== null && (await isInside(tx, parent.parentId, row.id)))
        throw conflict('A collection cannot be moved into itself or into a collection in it.');
      const orderKey = await findPlace(tx, parent, { position, item });
      if (orderKey === undefined) return presentCollection(row, levelOn(principal, row), links);
      await updatePlace(tx, item, { ...parent, orderKey });
      await collectionChanged(tx, row.id);
      await tellHolders(tx, [row.id]);
      const moved = (await findCollection(tx, row.id, principal))!;
      return presentCollection(moved, levelOn(principal, moved), links);
    }),
);
