import { events } from '@quire/contract';
import { recordEvent, transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import { deleteSpace, takeExpired } from '../../tables/trash.js';
import { restorableSince } from './retention.js';

/**
 * Removes for good what has been in the trash for seven days: each space in a transaction of its own, so that a crash loses
 * nothing but the one in hand, and replicas share the work. One that cannot be removed does not keep the others from going.
 */
export async function sweepTrash({ db, now }: Pick<Content, 'db' | 'now'>): Promise<void> {
  const before = restorableSince(now());
  const failed = new Map<string, unknown>();
  for (let isMore = true; isMore; ) {
    let inHand: string | undefined;
    try {
      isMore = await transaction(db, async (tx) => {
        const space = await takeExpired(tx, { before, leave: [...failed.keys()] });
        if (!space) return false;
        inHand = space.id;
        await deleteSpace(tx, space.id);
        await recordEvent(tx, events.spacePurged, {
          subject: space.id,
          sequence: space.version + 1,
          data: { space: space.id, organization: space.organization_id },
        });
        return true;
      });
    } catch (error) {
      if (inHand === undefined) throw error;
      failed.set(inHand, error);
    }
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `spaces that were not purged: ${[...failed.keys()].join(', ')}`);
}
