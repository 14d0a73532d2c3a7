import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { assertEditable, lockForEdit } from '../../domain/change-requests/edit-change-request.js';
import { deleteRequest } from '../../tables/requested-reviewer.js';

export const removeRequestedReviewerFromChangeRequest = operation(
  contract.removeRequestedReviewerFromChangeRequest,
  ({ params, principal, commit }, _context: Content) =>
    commit(async (tx) => {
      const { changeRequest } = await lockForEdit(tx, params, { principal, needed: 'edit' });
      assertEditable(changeRequest);
      if ((await deleteRequest(tx, changeRequest.id, params.userId)) === undefined)
        throw notFound('requested reviewer');
    }),
);
