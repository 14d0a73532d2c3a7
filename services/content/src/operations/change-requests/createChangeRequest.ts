import { contract, events } from '@quire/contract';
import { newId, operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { announce } from '../../domain/change-requests/edit-change-request.js';
import { authorize } from '../../policies/authorize.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { spaceFacts } from '../../present/space.js';
import { insertChangeRequest, insertContributor } from '../../tables/change-request.js';
import { countChangeRequests, lockSpace, needSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';

export const createChangeRequest = operation(
  contract.createChangeRequest,
  async ({ params: { spaceId }, body, principal, commit }, { links }: Content) =>
    commit(async (tx) => {
      const space = authorize(principal, 'edit', await lockSpace(tx, spaceId, principal), 'space');
      await rememberUser(tx, principal);
      const id = newId();
      await insertChangeRequest(tx, {
        id,
        space_id: spaceId,
        // Change requests are never removed one by one, and the space is locked: the next number is one more.
        number: space.change_requests + 1,
        status: 'draft',
        subject: body.subject ?? '',
        revision_id: space.revision_id,
        revision_initial_id: space.revision_id,
        created_by: principal.userId,
      });
      await insertContributor(tx, id, principal.userId);
      await countChangeRequests(tx, spaceId, { change_requests: 1, change_requests_draft: 1 });
      const counted = await needSpace(tx, spaceId);
      await recordEvent(tx, events.spaceUpdated, {
        subject: spaceId,
        sequence: counted.version,
        data: spaceFacts(counted),
      });
      return presentChangeRequest(await announce(tx, space, id, events.changeRequestOpened), links);
    }),
);
