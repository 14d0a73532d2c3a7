import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { landImport } from '../../domain/git/land-import.js';
import { readRepository } from '../../domain/git/read-repository.js';
import { runSync } from '../../domain/git/run-sync.js';
import { syncOrder } from '../../domain/git/sync-order.js';
import { storePlanFiles } from '../../domain/import/store-plan-files.js';
import { authorize } from '../../policies/authorize.js';
import { findSpace, lockSpace, noteGitSync } from '../../tables/space.js';

export const importGitRepository = operation(
  contract.importGitRepository,
  async ({ params: { spaceId }, body, principal, commit, location, signal }, context: Content) => {
    authorize(principal, 'create', await findSpace(context.db, spaceId, principal), 'space');
    const order = syncOrder(spaceId, body);
    return runSync(context, { spaceId, direction: 'import' }, async () => {
      const imported = await readRepository(order, context, { signal });
      if (imported) await storePlanFiles(imported.plan, context);
      let problem: string | undefined;
      const answer = await commit(async (tx) => {
        const space = authorize(principal, 'create', await lockSpace(tx, spaceId, principal), 'space');
        const landed = imported && (await landImport(tx, space, imported, { order, principal, context }));
        if (!order.standalone)
          await noteGitSync(tx, spaceId, { ...order.shown, updatedAt: context.now().toISOString() });
        if (!landed) return;
        const where = 'revision' in landed ? `revisions/${landed.revision}` : `change-requests/${landed.changeRequest}`;
        location(context.links.location(`spaces/${spaceId}/${where}`));
        if ('problem' in landed) problem = landed.problem;
      });
      return { answer, ...(problem === undefined ? {} : { problem }) };
    });
  },
);
