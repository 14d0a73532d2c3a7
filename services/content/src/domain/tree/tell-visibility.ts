import { events } from '@quire/contract';
import { recordEvents, type Tx } from '@quire/runtime';
import { visibilityOf } from '../../present/space.js';
import { lockLiveSpaces, noteToldVisibility } from '../../tables/told-visibility.js';

const batch = 500;

/**
 * Tells how visible each of the given spaces is, where it is not as told before. To be called after whatever may change that:
 * what sites show, a place in the tree, the default level, a return from the trash. For more than one space it needs
 * `lockCollectionTree`, as changes of what sites show do.
 */
export async function tellVisibility(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  for (let start = 0; start < spaceIds.length; start += batch) {
    const spaces = await lockLiveSpaces(tx, spaceIds.slice(start, start + batch));
    const changed = spaces.flatMap((row) => {
      const { id, organization_id: organization, version, told_visibility: previousVisibility } = row;
      const visibility = visibilityOf(row);
      if (visibility === previousVisibility) return [];
      return [
        { subject: id, sequence: version + 1, data: { space: id, organization, visibility, previousVisibility } },
      ];
    });
    await noteToldVisibility(
      tx,
      changed.map(({ data }) => data),
    );
    await recordEvents(tx, events.spaceVisibilityUpdated, changed);
  }
}
