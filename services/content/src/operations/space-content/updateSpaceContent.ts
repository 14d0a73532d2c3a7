import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { learnNamedSpecs } from '../../domain/computed/learn-specs.js';
import { ContentDraft } from '../../domain/content-draft.js';
import { applyBatch } from '../../domain/edit/apply-changes.js';
import { storeFiles } from '../../domain/edit/insert-files.js';
import { pagesOfRevision } from '../../domain/edit/pages-of-revision.js';
import { assertLive, moveMain } from '../../domain/move-main.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentBatch } from '../../present/batch.js';
import { presentSpace } from '../../present/space.js';
import { needRevision } from '../../tables/revision.js';
import { findSpace, lockSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';

export const updateSpaceContent = operation(
  contract.updateSpaceContent,
  async ({ params: { spaceId }, body, principal, ifMatch, commit, signal }, context: Content) => {
    const seen = authorize(principal, 'edit', await findSpace(context.db, spaceId, principal), 'space');
    assertLive(seen);
    await learnNamedSpecs(body.changes, seen.organization_id, context);
    const files = await storeFiles(body.changes, { principal, signal }, context);
    return commit(async (tx) => {
      const space = authorize(principal, 'edit', await lockSpace(tx, spaceId, principal), 'space');
      assertLive(space);
      ifMatch(presentSpace(space, levelOn(principal, space), context.links));
      await rememberUser(tx, principal);
      const before = await needRevision(tx, space.revision_id);
      const draft = new ContentDraft(context.store, tx, before);
      const pagesOf = pagesOfRevision(tx, spaceId, before.parents[0]);
      const outcome = await applyBatch(draft, body.changes, { files, pagesOf, now: context.now() });
      const roots = await draft.finish();
      const revision = await moveMain(tx, space, {
        draft,
        roots,
        before,
        type: 'edits',
        parents: [before.id],
        created_by: principal.userId,
      });
      const location = `spaces/${spaceId}/content`;
      return { revision, ...presentBatch(outcome, { location, links: context.links, urls: context.urls }) };
    });
  },
);
