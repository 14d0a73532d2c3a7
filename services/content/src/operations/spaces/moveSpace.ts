import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { findDestination } from '../../domain/tree/destination.js';
import { findPlace } from '../../domain/tree/find-place.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';
import { spaceFact } from '../../domain/tree/tell.js';
import { tellVisibility } from '../../domain/tree/tell-visibility.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace } from '../../tables/space.js';
import { updatePlace } from '../../tables/tree.js';

export const moveSpace = operation(
  contract.moveSpace,
  async ({ params, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'admin' });
      const item = { kind: 'space', id: row.id } as const;
      const { parent, position } = await findDestination(tx, body, { item: row, principal });
      const orderKey = await findPlace(tx, parent, { position, item });
      if (orderKey === undefined) return presentSpace(row, levelOn(principal, row), links);
      await updatePlace(tx, item, { ...parent, orderKey });
      const moved = (await findSpace(tx, row.id, principal))!;
      await recordEvent(tx, events.spaceUpdated, spaceFact(moved));
      await tellVisibility(tx, [row.id]);
      await tellHolders(tx, [row.id]);
      return presentSpace(moved, levelOn(principal, moved), links);
    }),
);
