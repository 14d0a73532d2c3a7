import { events } from '@quire/contract';
import { recordEvents, type Tx } from '@quire/runtime';
import { collectionFacts } from '../../present/collection.js';
import { spaceFacts } from '../../present/space.js';
import { type CollectionRow, findCollections, resolveLevels } from '../../tables/collection.js';
import { type SpaceRow, touchInheritingSpaces } from '../../tables/space.js';

export const collectionFact = (row: CollectionRow) => ({
  subject: row.id,
  sequence: row.version,
  data: collectionFacts(row),
});

export const spaceFact = (row: SpaceRow) => ({ subject: row.id, sequence: row.version, data: spaceFacts(row) });

/**
 * Tells that a collection changed. What it hands down is worked out anew, and told of the spaces where it is another level
 * now. Needs `lockCollectionTree`.
 */
export async function collectionChanged(tx: Tx, id: string): Promise<void> {
  const spaces = await touchInheritingSpaces(tx, await resolveLevels(tx, id));
  await tellOfCollections(tx, [id]);
  await recordEvents(tx, events.spaceUpdated, spaces.map(spaceFact));
}

/** Tells the facts of collections that changed. */
export async function tellOfCollections(tx: Tx, ids: readonly string[]): Promise<void> {
  await recordEvents(tx, events.collectionUpdated, (await findCollections(tx, ids)).map(collectionFact));
}
