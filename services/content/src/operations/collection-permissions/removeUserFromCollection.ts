import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { changeGrant } from '../../domain/permissions/grant.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';

export const removeUserFromCollection = operation(
  contract.removeUserFromCollection,
  async ({ params, principal, commit }, _content: Content) =>
    commit(async (tx) => {
      const collection = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      const object = { kind: 'collection', id: collection.id, organizationId: collection.organization_id } as const;
      await changeGrant(tx, object, { kind: 'user', subjectId: params.userId, role: null });
    }),
);
