import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { ContentDraft } from '../../domain/content-draft.js';
import { applyPlan } from '../../domain/import/apply-plan.js';
import { withImportPlan } from '../../domain/import/read-plan.js';
import { storePlanFiles } from '../../domain/import/store-plan-files.js';
import { assertLive, moveMain } from '../../domain/move-main.js';
import { noteRedirects } from '../../domain/pages/redirects.js';
import { authorize } from '../../policies/authorize.js';
import { presentImport } from '../../present/import.js';
import { needRevision } from '../../tables/revision.js';
import { findSpace, lockSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';

export const importContent = operation(
  contract.importContent,
  async ({ params: { spaceId }, body, principal, commit, location, signal }, context: Content) => {
    assertLive(authorize(principal, 'edit', await findSpace(context.db, spaceId, principal), 'space'));
    return withImportPlan({ ...body, signal }, principal, context, async (plan) => {
      await storePlanFiles(plan, context);
      return commit(async (tx) => {
        const space = authorize(principal, 'edit', await lockSpace(tx, spaceId, principal), 'space');
        assertLive(space);
        await rememberUser(tx, principal);
        const before = await needRevision(tx, space.revision_id);
        const draft = new ContentDraft(context.store, tx, before);
        await applyPlan(draft, plan, { pages: before.pages, now: context.now() });
        const roots = await draft.finish();
        const revision = await moveMain(tx, space, {
          draft,
          roots,
          before,
          type: 'edits',
          parents: [before.id],
          created_by: principal.userId,
        });
        await noteRedirects(tx, draft.reader, spaceId, { redirects: plan.redirects, pages: roots.pages });
        location(context.links.location(`spaces/${spaceId}/revisions/${revision}`));
        return presentImport(revision, plan);
      });
    });
  },
);
