import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { listChangeRequests } from '../../tables/change-request.js';
import { findSpace } from '../../tables/space.js';

export const listChangeRequestsForSpace = operation(
  contract.listChangeRequestsForSpace,
  async ({ params: { spaceId }, query, principal }, { db, links }: Content) => {
    authorize(principal, 'read', await findSpace(db, spaceId, principal), 'space');
    const { status, creator, contributor, limit } = query;
    const { rows, count } = await listChangeRequests(db, {
      spaceId,
      status,
      creator,
      contributor,
      before: idCursor(query.page),
      limit,
    });
    return listOf(rows, {
      limit,
      count,
      cursor: (row) => [row.id],
      present: (row) => presentChangeRequest(row, links),
    });
  },
);
