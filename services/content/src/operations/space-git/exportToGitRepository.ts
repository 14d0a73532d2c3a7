import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { exportSpace } from '../../domain/git/export-space.js';
import { runSync } from '../../domain/git/run-sync.js';
import { syncOrder } from '../../domain/git/sync-order.js';
import { settle } from '../../domain/git/sync-place.js';
import { authorize } from '../../policies/authorize.js';
import { upsertRevisionCommit } from '../../tables/revision-commit.js';
import { findSpace, lockSpace, needSpace, noteGitSync } from '../../tables/space.js';

export const exportToGitRepository = operation(
  contract.exportToGitRepository,
  async ({ params: { spaceId }, body, principal, commit, signal }, context: Content) => {
    authorize(principal, 'create', await findSpace(context.db, spaceId, principal), 'space');
    const order = syncOrder(spaceId, body);
    return runSync(context, { spaceId, direction: 'export' }, async () => {
      const { revision_id: revision } = await needSpace(context.db, spaceId);
      const exported = await exportSpace(revision, { order, message: body.commitMessage, principal, signal }, context);
      const answer = await commit(async (tx) => {
        if (!(await lockSpace(tx, spaceId, principal))) throw notFound('space');
        if (order.standalone) return;
        await noteGitSync(tx, spaceId, { ...order.shown, updatedAt: context.now().toISOString() });
        const { revisionId, pages, files, commit: made, summaryOid, isWhole, isNew } = exported;
        if (!made) return;
        await settle(tx, order.place, {
          pages,
          files,
          commit_oid: isWhole ? made.oid : null,
          summary_oid: summaryOid,
          event_at: order.eventAt,
        });
        if (!isNew) return;
        await upsertRevisionCommit(tx, {
          revision_id: revisionId,
          oid: made.oid,
          message: made.message,
          created_by_service: true,
          url: order.commitUrl(made.oid),
          ref: order.place.ref,
        });
      });
      return { answer };
    });
  },
);
