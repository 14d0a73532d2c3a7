import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { listTeamPermissions } from '../../domain/permissions/list-holders.js';
import { authorizeHolders } from '../../policies/holders.js';
import { findCollection } from '../../tables/collection.js';

export const listTeamPermissionsInCollection = operation(
  contract.listTeamPermissionsInCollection,
  async ({ params, query, principal }, content: Content) => {
    const collection = authorizeHolders(
      principal,
      await findCollection(content.db, params.collectionId, principal),
      'collection',
    );
    const object = { id: collection.id, organizationId: collection.organization_id };
    return listTeamPermissions(object, query, { principal, content });
  },
);
