import { atLeast, forbidden, type Principal, type Tx } from '@quire/runtime';
import { levelOn } from '../../policies/level.js';
import type { CollectionRow } from '../../tables/collection.js';
import { findCollectionsBelow, lockSpacesBelow } from '../../tables/below.js';

/**
 * A locked collection with all collections and spaces in it, those in the trash included; the spaces are locked too. Throws
 * 403 unless the caller administers all of it: who may not see something must not be able to take it away.
 */
export async function lockBelow(tx: Tx, collection: CollectionRow, principal: Principal) {
  const collections = await findCollectionsBelow(tx, collection.id, principal);
  const spaces = await lockSpacesBelow(tx, collection.id, principal);
  if (![...collections, ...spaces].every((row) => atLeast(levelOn(principal, row), 'admin')))
    throw forbidden('The collection holds something that you do not administer.');
  return { collections: collections.map(({ id }) => id), spaces };
}
