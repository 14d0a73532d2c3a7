import { contract, events } from '@quire/contract';
import { operation, recordEvent, recordEvents } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { collectionFacts, presentCollection } from '../../present/collection.js';
import { spaceFacts } from '../../present/space.js';
import {
  findCollection,
  lockCollection,
  lockCollectionTree,
  resolveLevels,
  updateCollection,
} from '../../tables/collection.js';
import { touchInheritingSpaces } from '../../tables/space.js';

export const updateCollectionById = operation(
  contract.updateCollectionById,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const found = authorize(
        principal,
        'admin',
        await findCollection(tx, params.collectionId, principal),
        'collection',
      );
      await lockCollectionTree(tx, found.organization_id);
      const row = authorize(principal, 'admin', await lockCollection(tx, found.id, principal), 'collection');
      ifMatch(presentCollection(row, levelOn(principal, row), links));
      const { title, description, defaultLevel } = body;
      const changed = await updateCollection(tx, row.id, { title, description, default_level: defaultLevel });
      const spaces = defaultLevel === undefined ? [] : await touchInheritingSpaces(tx, await resolveLevels(tx, row.id));
      await recordEvent(tx, events.collectionUpdated, {
        subject: row.id,
        sequence: changed.version,
        data: collectionFacts(changed),
      });
      const facts = spaces.map((space) => ({ subject: space.id, sequence: space.version, data: spaceFacts(space) }));
      await recordEvents(tx, events.spaceUpdated, facts);
      const updated = (await findCollection(tx, row.id, principal))!;
      return presentCollection(updated, levelOn(principal, updated), links);
    }),
);
