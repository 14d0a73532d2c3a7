import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { grant } from '../../domain/permissions/grant.js';
import { learnSubjects } from '../../domain/permissions/learn-subjects.js';
import { authorizeBelow } from '../../domain/tree/lock-below.js';
import { lockCollectionInTree } from '../../domain/tree/lock-item.js';
import { authorize } from '../../policies/authorize.js';
import { findCollection } from '../../tables/collection.js';

export const inviteToCollection = operation(
  contract.inviteToCollection,
  async ({ params, body, principal, commit }, content: Content) => {
    const seen = authorize(
      principal,
      'admin',
      await findCollection(content.db, params.collectionId, principal),
      'collection',
    );
    await learnSubjects(content, seen.organization_id, body);
    return commit(async (tx) => {
      const collection = await lockCollectionInTree(tx, params.collectionId, { principal, needed: 'admin' });
      if (body.role) await authorizeBelow(tx, collection, principal);
      await grant(tx, { kind: 'collection', id: collection.id, organizationId: collection.organization_id }, body);
    });
  },
);
