import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { collectionFacts, presentCollection } from '../../present/collection.js';
import { findCollection, lockCollection, resolveLevels, updateCollection } from '../../tables/collection.js';

export const updateCollectionById = operation(
  contract.updateCollectionById,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const row = authorize(principal, 'admin', await lockCollection(tx, params.collectionId), 'collection');
      ifMatch(presentCollection(row, levelOn(principal, row), links));
      const { title, description, defaultLevel } = body;
      const changed = await updateCollection(tx, row.id, { title, description, default_level: defaultLevel });
      if (defaultLevel !== undefined) await resolveLevels(tx, row.id);
      await recordEvent(tx, events.collectionUpdated, {
        subject: row.id,
        sequence: changed.version,
        data: collectionFacts(changed),
      });
      const updated = (await findCollection(tx, row.id))!;
      return presentCollection(updated, levelOn(principal, updated), links);
    }),
);
