import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { emptyMap } from '../../domain/merkle/merkle-map.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { addSpace } from '../../domain/tree/add-space.js';
import { authorizeCreation } from '../../domain/tree/destination.js';
import { findEnd } from '../../domain/tree/find-place.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { lockCollectionTree } from '../../tables/collection.js';
import { findSpace } from '../../tables/space.js';

export const createSpace = operation(
  contract.createSpace,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      await lockCollectionTree(tx, organizationId);
      const parentId = body.parent ?? null;
      await authorizeCreation(tx, { organizationId, parentId }, principal);
      const orderKey = await findEnd(tx, { organizationId, parentId });
      const space = {
        organization_id: organizationId,
        parent_id: parentId,
        order_key: orderKey,
        title: body.title ?? 'Untitled',
        emoji: body.emoji ?? null,
        default_level: 'inherit',
        edit_mode: body.editMode ?? 'live',
      } as const;
      const id = await addSpace(tx, space, { pages: emptyMap, files: emptyMap, principal });
      await tellHolders(tx, [id]);
      const row = (await findSpace(tx, id, principal))!;
      return presentSpace(row, levelOn(principal, row), links);
    }),
);
