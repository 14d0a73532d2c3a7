import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { describedBy } from '../../domain/change-requests/describe.js';
import { announce, lockForEdit } from '../../domain/change-requests/edit-change-request.js';
import { presentChangeRequest } from '../../present/change-request.js';
import { spaceFacts } from '../../present/space.js';
import { type ChangeRequestStatus, updateChangeRequest } from '../../tables/change-request.js';
import { countChangeRequests, needSpace } from '../../tables/space.js';

const eventOf = {
  draft: events.changeRequestUpdated,
  open: events.changeRequestOpened,
  archived: events.changeRequestArchived,
} as const;

export const updateChangeRequestById = operation(
  contract.updateChangeRequestById,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const { space, changeRequest } = await lockForEdit(tx, params, { principal, needed: 'edit' });
      ifMatch(presentChangeRequest(changeRequest, links));
      const { subject, status = changeRequest.status } = body;
      await updateChangeRequest(tx, changeRequest.id, { subject, status, ...describedBy(body) });
      const changes = status !== changeRequest.status;
      if (changes) {
        const by = (which: ChangeRequestStatus) => Number(status === which) - Number(changeRequest.status === which);
        await countChangeRequests(tx, space.id, {
          change_requests_open: by('open'),
          change_requests_draft: by('draft'),
        });
        const counted = await needSpace(tx, space.id);
        await recordEvent(tx, events.spaceUpdated, {
          subject: space.id,
          sequence: counted.version,
          data: spaceFacts(counted),
        });
      }
      const event = changes && status !== 'merged' ? eventOf[status] : events.changeRequestUpdated;
      return presentChangeRequest(await announce(tx, space, changeRequest.id, event), links);
    }),
);
