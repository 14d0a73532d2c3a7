import type { SpaceVisibility } from '@quire/contract';
import type { Tx } from '@quire/runtime';
import { findSpaces, type SpaceRow } from './space.js';

/** Those of the spaces that are not in the trash, locked before they are read. */
export async function lockLiveSpaces(tx: Tx, ids: readonly string[]): Promise<SpaceRow[]> {
  await tx.raw('SELECT FROM spaces WHERE id = ANY (?) ORDER BY id FOR UPDATE', [[...ids]]);
  return (await findSpaces(tx, ids)).filter((space) => space.deleted_at === null);
}

/** Keeps what others are told of spaces, and counts their versions up. */
export async function noteToldVisibility(
  tx: Tx,
  told: readonly { space: string; visibility: SpaceVisibility }[],
): Promise<void> {
  if (told.length === 0) return;
  await tx.raw(
    `UPDATE spaces SET told_visibility = told.visibility, version = version + 1
     FROM unnest(?::text[], ?::text[]) AS told (id, visibility) WHERE spaces.id = told.id`,
    [told.map(({ space }) => space), told.map(({ visibility }) => visibility)],
  );
}
