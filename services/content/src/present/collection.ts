import type { Collection, EventData, events } from '@quire/contract';
import { type Role, atLeast } from '@quire/runtime';
import type { CollectionRow } from '../tables/collection.js';
import type { Links } from './links.js';

/** `level` is the caller's level on the collection. */
export function presentCollection(row: CollectionRow, level: Role | null, links: Links): Collection {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description === '' ? {} : { description: row.description }),
    organization: row.organization_id,
    ...(row.parent_id === null ? {} : { parent: row.parent_id }),
    defaultLevel: row.default_level,
    urls: { location: links.location(`collections/${row.id}`), app: links.app('collection', row.id) },
    permissions: {
      view: atLeast(level, 'read'),
      admin: atLeast(level, 'admin'),
      viewInviteLinks: atLeast(level, 'admin'),
      create: atLeast(level, 'create'),
    },
  };
}

/** What other contexts are told about a collection. */
export function collectionFacts(row: CollectionRow): EventData<typeof events.collectionUpdated> {
  return {
    collection: row.id,
    organization: row.organization_id,
    title: row.title,
    ...(row.parent_id === null ? {} : { parent: row.parent_id }),
    defaultLevel: row.default_level,
  };
}
