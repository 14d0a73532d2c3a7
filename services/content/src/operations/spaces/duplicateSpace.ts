import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeCreation } from '../../domain/tree/destination.js';
import { duplicate } from '../../domain/tree/duplicate.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace } from '../../tables/space.js';

export const duplicateSpace = operation(
  contract.duplicateSpace,
  async ({ params, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'create' });
      await authorizeCreation(tx, { organizationId: row.organization_id, parentId: row.parent_id }, principal);
      const copy = (await findSpace(tx, await duplicate(tx, row, principal), principal))!;
      return presentSpace(copy, levelOn(principal, copy), links);
    }),
);
