import { contract } from '@quire/contract';
import { listOf, operation, placeCursor } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn, visibleTo } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findCollection } from '../../tables/collection.js';
import { listSpaces } from '../../tables/space.js';

export const listSpacesInCollectionById = operation(
  contract.listSpacesInCollectionById,
  async ({ params, query, principal }, { db, links }: Content) => {
    const collection = authorize(
      principal,
      'read',
      await findCollection(db, params.collectionId, principal),
      'collection',
    );
    const { rows, count } = await listSpaces(db, {
      organizationId: collection.organization_id,
      parentId: collection.id,
      ...visibleTo(principal, collection.organization_id),
      after: placeCursor(query.page),
      limit: query.limit,
    });
    return listOf(rows, {
      limit: query.limit,
      count,
      cursor: (row) => [row.order_key, row.id],
      present: (row) => presentSpace(row, levelOn(principal, row), links),
    });
  },
);
