import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { presentGitInfo } from '../../present/git.js';
import { findGitOperation } from '../../tables/git-operation.js';
import { findSpace } from '../../tables/space.js';

export const getSpaceGitInfo = operation(
  contract.getSpaceGitInfo,
  async ({ params: { spaceId }, principal }, { db }: Content) => {
    const space = authorize(principal, 'read', await findSpace(db, spaceId, principal), 'space');
    const last = await findGitOperation(db, spaceId);
    if (space.git_sync === null && !last) throw notFound('git sync');
    return presentGitInfo(space.git_sync, last);
  },
);
