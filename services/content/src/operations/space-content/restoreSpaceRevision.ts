import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { restoreRevision } from '../../domain/restore-revision.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { lockSpace } from '../../tables/space.js';

export const restoreSpaceRevision = operation(
  contract.restoreSpaceRevision,
  ({ params: { spaceId, revisionId }, principal, ifMatch, commit }, { store, links }: Content) =>
    commit(async (tx) => {
      const seen = await lockSpace(tx, spaceId, principal);
      // Main of a locked space is for those who may merge.
      const needed = seen?.edit_mode === 'locked' ? 'review' : 'edit';
      const space = authorize(principal, needed, seen, 'space');
      ifMatch(presentSpace(space, levelOn(principal, space), links));
      return { revision: await restoreRevision(tx, space, { revisionId, principal, store }) };
    }),
);
