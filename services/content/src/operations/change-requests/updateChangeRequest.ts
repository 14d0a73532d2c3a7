import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { assertEditable, lockForEdit } from '../../domain/change-requests/edit-change-request.js';
import { takeMain } from '../../domain/change-requests/take-main.js';

export const updateChangeRequest = operation(
  contract.updateChangeRequest,
  async ({ params, principal, commit }, context: Content) =>
    commit(async (tx) => {
      const locked = await lockForEdit(tx, params, { principal, needed: 'edit' });
      assertEditable(locked.changeRequest);
      const { changeRequest, openConflicts } = await takeMain(tx, locked, { principal, context });
      return { revision: changeRequest.revision_id, result: openConflicts > 0 ? 'conflicts' : 'update' };
    }),
);
