import { atLeast, forbidden, type Principal, type Tx } from '@quire/runtime';
import { levelOn, roleIn } from '../../policies/level.js';
import type { CollectionRow, SeenCollection } from '../../tables/collection.js';
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

/**
 * Passes when the caller administers all that is in a locked collection: what is granted on it reaches all of that, and
 * nobody is to grant more than they hold. Who administers it by a grant or as an admin of the organization does; by its
 * default level one may come to administer a collection, and not what is closed in it.
 */
export async function authorizeBelow(tx: Tx, collection: SeenCollection, principal: Principal): Promise<void> {
  if (roleIn(principal, collection.organization_id) === 'admin' || collection.granted === 'admin') return;
  await lockBelow(tx, collection, principal);
}
