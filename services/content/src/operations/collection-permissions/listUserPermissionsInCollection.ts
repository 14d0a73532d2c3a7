import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { listUserPermissions } from '../../domain/permissions/list-holders.js';
import { authorizeHolders } from '../../policies/holders.js';
import { findCollection } from '../../tables/collection.js';

export const listUserPermissionsInCollection = operation(
  contract.listUserPermissionsInCollection,
  async ({ params, query, principal }, content: Content) => {
    const collection = authorizeHolders(
      principal,
      await findCollection(content.db, params.collectionId, principal),
      'collection',
    );
    return listUserPermissions(collection.id, query, content);
  },
);
