import { events, type RequestedReviewers } from '@quire/contract';
import { type Principal, type Tx, atLeast, invalid, notFound } from '@quire/runtime';
import type { z } from 'zod';
import type { Content } from '../../context.js';
import { presentRequestedReviewer } from '../../present/review.js';
import { findLevels } from '../../tables/access.js';
import { updateChangeRequest } from '../../tables/change-request.js';
import { findMemberIds } from '../../tables/member.js';
import { findRequests, insertRequests } from '../../tables/requested-reviewer.js';
import type { SpaceRow } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { announce, assertEditable, lockForEdit } from '../change-requests/edit-change-request.js';

/** Asks users for a review of a change request; each has to be able to give one. */
export async function requestReviewers(
  tx: Tx,
  address: { spaceId: string; changeRequestId: string },
  {
    body: { users, subject },
    principal,
    context: { links, now },
  }: { body: { users: string[]; subject?: string | undefined }; principal: Principal; context: Content },
): Promise<z.infer<typeof RequestedReviewers>> {
  const { space, changeRequest, revision } = await lockForEdit(tx, address, { principal, needed: 'edit' });
  assertEditable(changeRequest);
  await requireReviewers(tx, space, users);
  await rememberUser(tx, principal);
  await insertRequests(tx, users, {
    change_request_id: changeRequest.id,
    revision_id: revision.id,
    requested_by: principal.userId,
    created_at: now(),
  });
  if (subject !== undefined && subject !== changeRequest.subject) {
    await updateChangeRequest(tx, changeRequest.id, { subject });
    await announce(tx, space, changeRequest.id, events.changeRequestUpdated);
  }
  const requests = await findRequests(tx, changeRequest.id, users);
  return { users: requests.map((row) => presentRequestedReviewer(row, links)) };
}

async function requireReviewers(tx: Tx, space: SpaceRow, userIds: readonly string[]): Promise<void> {
  const members = new Set(await findMemberIds(tx, space.organization_id, userIds));
  if (!userIds.every((id) => members.has(id))) throw notFound('member of the organization');
  const { id: objectId, organization_id: organizationId, resolved_level: resolvedLevel } = space;
  const levels = await findLevels(tx, { organizationId, objectId, resolvedLevel, userIds });
  const unable = userIds.flatMap((id, index) => (atLeast(levels.get(id) ?? null, 'review') ? [] : [index]));
  if (unable.length > 0) {
    throw invalid(unable.map((index) => ({ path: `body.users.${index}`, message: 'may not review in this space' })));
  }
}
