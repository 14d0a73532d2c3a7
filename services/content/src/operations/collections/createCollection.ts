import { contract, events } from '@quire/contract';
import { newId, operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeCreation } from '../../domain/tree/destination.js';
import { findEnd } from '../../domain/tree/find-place.js';
import { collectionFact } from '../../domain/tree/tell.js';
import { levelOn } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { findCollection, insertCollection, lockCollectionTree } from '../../tables/collection.js';

export const createCollection = operation(
  contract.createCollection,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      await lockCollectionTree(tx, organizationId);
      const parentId = body.parent ?? null;
      await authorizeCreation(tx, { organizationId, parentId }, principal);
      const id = newId();
      await insertCollection(tx, {
        id,
        organization_id: organizationId,
        parent_id: parentId,
        order_key: await findEnd(tx, { organizationId, parentId }),
        title: body.title ?? 'Untitled',
      });
      const row = (await findCollection(tx, id, principal))!;
      await recordEvent(tx, events.collectionCreated, collectionFact(row));
      return presentCollection(row, levelOn(principal, row), links);
    }),
);
