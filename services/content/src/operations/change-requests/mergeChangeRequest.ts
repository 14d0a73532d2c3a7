import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { assertEditable, lockForEdit } from '../../domain/change-requests/edit-change-request.js';
import { landChangeRequest } from '../../domain/change-requests/land-change-request.js';

export const mergeChangeRequest = operation(
  contract.mergeChangeRequest,
  async ({ params, principal, commit }, context: Content) =>
    commit(async (tx) => {
      const locked = await lockForEdit(tx, params, { principal, needed: 'review' });
      assertEditable(locked.changeRequest);
      const revision = await landChangeRequest(tx, locked, { principal, context });
      if (revision === undefined) return { revision: locked.revision.id, result: 'conflicts' };
      return { revision, result: 'merge' };
    }),
);
