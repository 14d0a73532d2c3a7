import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import {
  assertEditable,
  draftOf,
  lockForEdit,
  moveChangeRequest,
} from '../../domain/change-requests/edit-change-request.js';
import { learnNamedSpecs } from '../../domain/computed/learn-specs.js';
import { applyBatch } from '../../domain/edit/apply-changes.js';
import { storeFiles } from '../../domain/edit/insert-files.js';
import { pagesOfRevision } from '../../domain/edit/pages-of-revision.js';
import { authorize } from '../../policies/authorize.js';
import { presentBatch } from '../../present/batch.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { findSpace } from '../../tables/space.js';

export const updateChangeRequestContent = operation(
  contract.updateChangeRequestContent,
  async ({ params, query, body, principal, ifMatch, commit, signal }, context: Content) => {
    const seen = authorize(principal, 'edit', await findSpace(context.db, params.spaceId, principal), 'space');
    if (!(await findChangeRequest(context.db, params.spaceId, params.changeRequestId)))
      throw notFound('change request');
    await learnNamedSpecs(body.changes, seen.organization_id, context);
    const files = await storeFiles(body.changes, { principal, signal }, context);
    return commit(async (tx) => {
      const locked = await lockForEdit(tx, params, { principal, needed: 'edit' });
      assertEditable(locked.changeRequest);
      ifMatch(presentChangeRequest(locked.changeRequest, context.links));
      const draft = draftOf(tx, locked, context);
      const { revision_merged_ancestor_id, revision_initial_id } = locked.changeRequest;
      const pagesOf = pagesOfRevision(tx, params.spaceId, revision_merged_ancestor_id ?? revision_initial_id);
      const outcome = await applyBatch(draft, body.changes, { files, pagesOf, now: context.now() });
      const row = await moveChangeRequest(tx, locked, { draft, roots: await draft.finish(), principal });
      const changeRequest = presentChangeRequest(row, context.links);
      if (query.compat) return changeRequest;
      const location = `spaces/${params.spaceId}/change-requests/${row.id}/content`;
      return { changeRequest, ...presentBatch(outcome, { location, links: context.links, urls: context.urls }) };
    });
  },
);
