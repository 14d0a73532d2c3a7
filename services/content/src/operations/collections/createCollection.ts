import { contract, events } from '@quire/contract';
import { newId, notFound, operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { findEnd } from '../../domain/tree/find-place.js';
import { authorize, authorizeInOrganization } from '../../policies/authorize.js';
import { levelOn } from '../../policies/level.js';
import { collectionFacts, presentCollection } from '../../present/collection.js';
import { findCollection, insertCollection, lockCollection, lockCollectionTree } from '../../tables/collection.js';

export const createCollection = operation(
  contract.createCollection,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      await lockCollectionTree(tx, organizationId);
      const parent = body.parent === undefined ? undefined : await lockCollection(tx, body.parent, principal);
      if (body.parent === undefined) authorizeInOrganization(principal, 'create', organizationId);
      else if (authorize(principal, 'create', parent, 'collection').organization_id !== organizationId) {
        throw notFound('collection');
      }
      const parentId = parent?.id ?? null;
      const id = newId();
      await insertCollection(tx, {
        id,
        organization_id: organizationId,
        parent_id: parentId,
        order_key: await findEnd(tx, { organizationId, parentId }),
        title: body.title ?? 'Untitled',
        default_level: 'inherit',
        resolved_level: parent ? parent.resolved_level : 'inherit',
      });
      const row = (await findCollection(tx, id, principal))!;
      await recordEvent(tx, events.collectionCreated, {
        subject: row.id,
        sequence: row.version,
        data: collectionFacts(row),
      });
      return presentCollection(row, levelOn(principal, row), links);
    }),
);
