import { events } from '@quire/contract';
import { type Principal, recordEvents, type Tx } from '@quire/runtime';
import { keepInheritedPermissions } from '../../tables/belongings.js';
import { type CollectionRow, findCollections } from '../../tables/collection.js';
import { findSpaces } from '../../tables/space.js';
import { deleteCollections, trashSpacesIn } from '../../tables/trash.js';
import { tellHolders } from '../permissions/tell-holders.js';
import { lockBelow } from './lock-below.js';
import { collectionFact, spaceFact } from './tell.js';

/**
 * Removes a locked collection and the collections in it; the spaces in them go to the trash, from where each can be restored
 * to the top of the organization. Each keeps the access that it had through them: the trash opens nothing, and closes nothing.
 */
export async function deleteCollection(
  tx: Tx,
  collection: CollectionRow,
  { principal, now }: { principal: Principal; now: Date },
): Promise<void> {
  const below = await lockBelow(tx, collection, principal);
  const collections = await findCollections(tx, below.collections);
  await keepInheritedPermissions(tx, below.collections);
  await trashSpacesIn(tx, below.collections, now);
  await deleteCollections(tx, below.collections);
  const facts = collections.map((row) => collectionFact({ ...row, version: row.version + 1 }));
  await recordEvents(tx, events.collectionDeleted, facts);
  const ids = below.spaces.map(({ id }) => id);
  await recordEvents(tx, events.spaceDeleted, (await findSpaces(tx, ids)).map(spaceFact));
  await tellHolders(tx, ids);
}
