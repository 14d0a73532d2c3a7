import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { grant } from '../../domain/permissions/grant.js';
import { learnSubjects } from '../../domain/permissions/learn-subjects.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';
import { authorize } from '../../policies/authorize.js';
import { findSpace } from '../../tables/space.js';

export const inviteToSpace = operation(
  contract.inviteToSpace,
  async ({ params, body, principal, commit }, content: Content) => {
    const seen = authorize(principal, 'admin', await findSpace(content.db, params.spaceId, principal), 'space');
    await learnSubjects(content, seen.organization_id, body);
    return commit(async (tx) => {
      const space = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'admin' });
      await grant(tx, { kind: 'space', id: space.id, organizationId: space.organization_id }, body);
    });
  },
);
