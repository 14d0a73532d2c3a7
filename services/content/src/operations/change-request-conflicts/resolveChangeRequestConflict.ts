import { contract } from '@quire/contract';
import { conflict, notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import {
  assertEditable,
  draftOf,
  lockForEdit,
  moveChangeRequest,
} from '../../domain/change-requests/edit-change-request.js';
import { applyResolution } from '../../domain/change-requests/resolve-conflict.js';
import { takeMain } from '../../domain/change-requests/take-main.js';
import { presentConflict } from '../../present/conflict.js';
import { findConflict, updateConflict } from '../../tables/conflict.js';
import { needRevision } from '../../tables/revision.js';

export const resolveChangeRequestConflict = operation(
  contract.resolveChangeRequestConflict,
  async ({ params, body, principal, commit }, context: Content) =>
    commit(async (tx) => {
      let locked = await lockForEdit(tx, params, { principal, needed: 'edit' });
      assertEditable(locked.changeRequest);
      let row = await findConflict(tx, locked.changeRequest.id, params.conflictId);
      if (!row || row.resolution !== null) {
        // It may be one that a merge ran into and that has not been brought in yet.
        await takeMain(tx, locked, { principal, context });
        locked = await lockForEdit(tx, params, { principal, needed: 'edit' });
        row = await findConflict(tx, locked.changeRequest.id, params.conflictId);
      }
      if (!row) throw notFound('conflict');
      if (row.resolution !== null)
        throw conflict('The conflict is settled already; edit the page to change the outcome.');
      const draft = draftOf(tx, locked, context);
      await applyResolution(draft, row, {
        resolution: body.resolution,
        markdown: body.document?.markdown,
        theirPages: (await needRevision(tx, row.theirs_revision_id)).pages,
        now: context.now(),
      });
      const roots = await draft.finish();
      const { pages, files } = locked.revision;
      if (roots.pages !== pages || roots.files !== files)
        await moveChangeRequest(tx, locked, { draft, roots, principal });
      await updateConflict(tx, locked.changeRequest.id, row.id, body.resolution);
      return presentConflict({ ...row, resolution: body.resolution });
    }),
);
