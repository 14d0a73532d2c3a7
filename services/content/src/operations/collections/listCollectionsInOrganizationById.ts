import { contract } from '@quire/contract';
import { listOf, operation, placeCursor } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { levelOn, visibleTo } from '../../policies/level.js';
import { presentCollection } from '../../present/collection.js';
import { listCollections } from '../../tables/collection.js';

export const listCollectionsInOrganizationById = operation(
  contract.listCollectionsInOrganizationById,
  async ({ params: { organizationId }, query, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'member', organizationId);
    const { rows, count } = await listCollections(db, {
      organizationId,
      ...visibleTo(principal, organizationId),
      nested: query.nested,
      after: placeCursor(query.page),
      limit: query.limit,
    });
    return listOf(rows, {
      limit: query.limit,
      count,
      cursor: (row) => [row.order_key, row.id],
      present: (row) => presentCollection(row, levelOn(principal, row), links),
    });
  },
);
