import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import {
  assertEditable,
  draftOf,
  lockForEdit,
  moveChangeRequest,
} from '../../domain/change-requests/edit-change-request.js';
import { applyPlan } from '../../domain/import/apply-plan.js';
import { withImportPlan } from '../../domain/import/read-plan.js';
import { storePlanFiles } from '../../domain/import/store-plan-files.js';
import { authorize } from '../../policies/authorize.js';
import { presentImport } from '../../present/import.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { findSpace } from '../../tables/space.js';

export const importContentInChangeRequest = operation(
  contract.importContentInChangeRequest,
  async ({ params, body, principal, commit, location, signal }, context: Content) => {
    authorize(principal, 'edit', await findSpace(context.db, params.spaceId, principal), 'space');
    const found = await findChangeRequest(context.db, params.spaceId, params.changeRequestId);
    if (!found) throw notFound('change request');
    assertEditable(found);
    return withImportPlan({ ...body, signal }, principal, context, async (plan) => {
      await storePlanFiles(plan, context);
      return commit(async (tx) => {
        const locked = await lockForEdit(tx, params, { principal, needed: 'edit' });
        assertEditable(locked.changeRequest);
        const draft = draftOf(tx, locked, context);
        await applyPlan(draft, plan, { pages: locked.revision.pages, now: context.now() });
        const { revision_id: revision } = await moveChangeRequest(tx, locked, {
          draft,
          roots: await draft.finish(),
          principal,
        });
        location(context.links.location(`spaces/${params.spaceId}/revisions/${revision}`));
        return presentImport(revision, plan);
      });
    });
  },
);
