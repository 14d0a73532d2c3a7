import { contract } from '@quire/contract';
import { listOf, operation, placeCursor } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { levelOn, visibleTo } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { listSpaces } from '../../tables/space.js';

export const listSpacesInOrganizationById = operation(
  contract.listSpacesInOrganizationById,
  async ({ params: { organizationId }, query, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'member', organizationId);
    const { rows, count } = await listSpaces(db, {
      organizationId,
      ...visibleTo(principal, organizationId),
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
