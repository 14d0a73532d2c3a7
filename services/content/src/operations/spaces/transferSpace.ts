import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';
import { authorizeTransfer, transfer } from '../../domain/tree/transfer.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace } from '../../tables/space.js';

export const transferSpace = operation(
  contract.transferSpace,
  async ({ params, body: { organization: to }, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'admin', also: to });
      const from = row.organization_id;
      authorizeTransfer(principal, { from, to });
      await transfer(tx, { kind: 'space', id: row.id }, { from, to, collections: [], spaces: [row.id] });
      const moved = (await findSpace(tx, row.id, principal))!;
      return presentSpace(moved, levelOn(principal, moved), links);
    }),
);
