import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { spaceFact } from '../../domain/tree/tell.js';
import { tellVisibility } from '../../domain/tree/tell-visibility.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findSpace, lockSpace, updateSpace } from '../../tables/space.js';

export const updateSpaceById = operation(
  contract.updateSpaceById,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = authorize(principal, 'admin', await lockSpace(tx, params.spaceId, principal), 'space');
      ifMatch(presentSpace(row, levelOn(principal, row), links));
      const { title, emoji, icon, editMode, defaultLevel } = body;
      await updateSpace(tx, row.id, {
        title,
        // An emoji takes the place of an icon, and an icon that of an emoji.
        emoji: emoji ?? (emoji === null || icon ? null : undefined),
        icon: icon ?? (icon === null || emoji ? null : undefined),
        edit_mode: editMode,
        default_level: defaultLevel,
      });
      const updated = (await findSpace(tx, row.id, principal))!;
      await recordEvent(tx, events.spaceUpdated, spaceFact(updated));
      await tellVisibility(tx, [row.id]);
      return presentSpace(updated, levelOn(principal, updated), links);
    }),
);
