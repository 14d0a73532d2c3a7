import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentRequestedReviewer } from '../../present/review.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { listRequests } from '../../tables/requested-reviewer.js';
import { findSpace } from '../../tables/space.js';

export const getRequestedReviewersByChangeRequestId = operation(
  contract.getRequestedReviewersByChangeRequestId,
  async ({ params, query: { limit, page }, principal }, { db, links }: Content) => {
    authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
    const changeRequest = await findChangeRequest(db, params.spaceId, params.changeRequestId);
    if (!changeRequest) throw notFound('change request');
    const { rows, count } = await listRequests(db, { changeRequestId: changeRequest.id, after: idCursor(page), limit });
    return listOf(rows, {
      limit,
      count,
      cursor: (row) => [row.user_id],
      present: (row) => presentRequestedReviewer(row, links),
    });
  },
);
