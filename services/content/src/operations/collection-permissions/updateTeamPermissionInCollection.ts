import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { changeGrant } from '../../domain/permissions/grant.js';
import { authorizeBelow } from '../../domain/tree/lock-below.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';

export const updateTeamPermissionInCollection = operation(
  contract.updateTeamPermissionInCollection,
  async ({ params, body, principal, commit }, _content: Content) =>
    commit(async (tx) => {
      const collection = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      if (body.role) await authorizeBelow(tx, collection, principal);
      const object = { kind: 'collection', id: collection.id, organizationId: collection.organization_id } as const;
      await changeGrant(tx, object, { kind: 'team', subjectId: params.teamId, role: body.role });
    }),
);
