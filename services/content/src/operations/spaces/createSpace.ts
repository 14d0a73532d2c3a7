import { contract, events } from '@quire/contract';
import { newId, operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { emptyMap } from '../../domain/merkle/merkle-map.js';
import { tellHolders } from '../../domain/permissions/tell-holders.js';
import { authorizeCreation } from '../../domain/tree/destination.js';
import { findEnd } from '../../domain/tree/find-place.js';
import { levelOn } from '../../policies/level.js';
import { presentSpace, spaceFacts } from '../../present/space.js';
import { lockCollectionTree } from '../../tables/collection.js';
import { insertRevision } from '../../tables/revision.js';
import { findSpace, insertSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';

export const createSpace = operation(
  contract.createSpace,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      await lockCollectionTree(tx, organizationId);
      const parentId = body.parent ?? null;
      await authorizeCreation(tx, { organizationId, parentId }, principal);
      const orderKey = await findEnd(tx, { organizationId, parentId });
      await rememberUser(tx, principal);
      const [id, revisionId] = [newId(), newId()];
      await insertRevision(tx, {
        id: revisionId,
        space_id: id,
        change_request_id: null,
        type: 'edits',
        pages: emptyMap,
        files: emptyMap,
        parents: [],
        created_by: principal.userId,
      });
      await insertSpace(tx, {
        id,
        organization_id: organizationId,
        parent_id: parentId,
        order_key: orderKey,
        title: body.title ?? 'Untitled',
        emoji: body.emoji ?? null,
        default_level: 'inherit',
        edit_mode: body.editMode ?? 'live',
        revision_id: revisionId,
        created_by: principal.userId,
      });
      const row = (await findSpace(tx, id, principal))!;
      await recordEvent(tx, events.spaceCreated, { subject: id, sequence: row.version, data: spaceFacts(row) });
      await tellHolders(tx, [id]);
      return presentSpace(row, levelOn(principal, row), links);
    }),
);
