import { events } from '@quire/contract';
import { recordEvents, type Tx } from '@quire/runtime';
import { findReachedSpaces, takeChangedHolders } from '../../tables/permission.js';

const batch = 500;

/**
 * Tells who holds a permission on each of the given spaces and those in the given collections, where it is not as told
 * before. To be called after whatever may change that: what is granted, a place in the tree, the trash. Needs
 * `lockCollectionTree`.
 */
export async function tellHolders(tx: Tx, objectIds: readonly string[]): Promise<void> {
  const spaces = await findReachedSpaces(tx, objectIds);
  for (let start = 0; start < spaces.length; start += batch) {
    const changed = await takeChangedHolders(tx, spaces.slice(start, start + batch));
    await recordEvents(
      tx,
      events.permissionsChanged,
      changed.map(({ id, organization_id, version, users, teams }) => ({
        subject: id,
        sequence: version,
        data: { organization: organization_id, space: id, users: [...users], teams: [...teams] },
      })),
    );
  }
}
