import { events } from '@quire/contract';
import { type Principal, recordEvent, type Tx } from '@quire/runtime';
import { spaceFacts } from '../../present/space.js';
import {
  type ChangeRequestRow,
  insertChangeRequest,
  insertContributor,
  type NewChangeRequest,
} from '../../tables/change-request.js';
import { countChangeRequests, needSpace, type SpaceRow } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { announce } from './edit-change-request.js';

/** Begins a change request of a locked space, and tells of it. */
export async function openChangeRequest(
  tx: Tx,
  space: SpaceRow,
  {
    principal,
    ...given
  }: { principal: Principal } & Pick<NewChangeRequest, 'id' | 'subject' | 'revision_id' | 'revision_initial_id'> & {
      status?: 'draft' | 'open';
    },
): Promise<ChangeRequestRow> {
  const { status = 'draft' } = given;
  await rememberUser(tx, principal);
  await insertChangeRequest(tx, {
    ...given,
    status,
    space_id: space.id,
    // Change requests are never removed one by one, and the space is locked: the next number is one more.
    number: space.change_requests + 1,
    created_by: principal.userId,
  });
  await insertContributor(tx, given.id, principal.userId);
  const counter = status === 'draft' ? 'change_requests_draft' : 'change_requests_open';
  await countChangeRequests(tx, space.id, { change_requests: 1, [counter]: 1 });
  const counted = await needSpace(tx, space.id);
  await recordEvent(tx, events.spaceUpdated, {
    subject: space.id,
    sequence: counted.version,
    data: spaceFacts(counted),
  });
  return announce(tx, space, given.id, events.changeRequestOpened);
}
