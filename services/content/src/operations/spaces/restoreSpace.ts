import { contract, events } from '@quire/contract';
import { conflict, operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { findPlaceNear } from '../../domain/tree/find-place.js';
import { spaceFact } from '../../domain/tree/tell.js';
import { tellVisibility } from '../../domain/tree/tell-visibility.js';
import { lockTrashedInTree } from '../../domain/tree/lock-item.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace } from '../../tables/space.js';
import { untrashSpace } from '../../tables/trash.js';

export const restoreSpace = operation(
  contract.restoreSpace,
  async ({ params, principal, commit }, { links, now }: Content) =>
    commit(async (tx) => {
      const row = await lockTrashedInTree(tx, params.spaceId, { principal, needed: 'admin', now: now() });
      if (row.deleted_at === null) throw conflict('The space is not deleted.');
      const parent = { organizationId: row.organization_id, parentId: row.parent_id };
      await untrashSpace(tx, row.id, await findPlaceNear(tx, parent, row.order_key));
      const restored = (await findSpace(tx, row.id, principal))!;
      await recordEvent(tx, events.spaceRestored, spaceFact(restored));
      await tellVisibility(tx, [row.id]);
      await tellHolders(tx, [row.id]);
      return presentSpace(restored, levelOn(principal, restored), links);
    }),
);
