import { events } from '@quire/contract';
import { type Db, type Principal, type Tx, notFound, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { lockChangeRequest } from '../../tables/change-request.js';
import {
  type CommentRow,
  countOpenOfChangeRequest,
  countOpenOfSpace,
  findComment,
  findReply,
  type PostRow,
} from '../../tables/comment.js';
import { lockSpace, needSpace } from '../../tables/space.js';
import { asShown, type ContentAt } from '../content-at.js';
import { spaceFact } from '../tree/tell.js';

/** Names where comments are: on a space, or on one of its change requests. */
export interface CommentsAddress {
  spaceId: string;
  changeRequestId?: string;
}

/** What the comments of a place are listed under. */
export const placeOf = ({ space, changeRequest }: ContentAt): string => changeRequest?.id ?? space.id;

/**
 * Finds a place for a caller who writes there. The space is locked before its change request, as everywhere, and with the
 * space all of its comments: each writer of one begins here.
 */
export async function lockPlace(
  tx: Tx,
  { spaceId, changeRequestId }: CommentsAddress,
  { principal, store }: { principal: Principal; store: Content['store'] },
): Promise<ContentAt> {
  const space = authorize(principal, 'comment', await lockSpace(tx, spaceId, principal), 'space');
  const reader = store.reader(tx);
  if (changeRequestId === undefined)
    return { space, revision: asShown(await store.needRevision(tx, space.revision_id)), reader };
  const changeRequest = await lockChangeRequest(tx, spaceId, changeRequestId);
  if (!changeRequest) throw notFound('change request');
  return { space, changeRequest, revision: asShown(await store.needRevision(tx, changeRequest.revision_id)), reader };
}

/** A comment of the place. */
export async function needComment(db: Db, at: ContentAt, id: string): Promise<CommentRow> {
  const row = await findComment(db, placeOf(at), id);
  if (!row) throw notFound('comment');
  return row;
}

/** A reply to a comment of the place. */
export async function needReply(
  db: Db,
  at: ContentAt,
  { commentId, commentReplyId }: { commentId: string; commentReplyId: string },
): Promise<PostRow> {
  const comment = await needComment(db, at, commentId);
  const row = await findReply(db, comment.id, commentReplyId);
  if (!row) throw notFound('reply');
  return row;
}

/** Adds to the number of open comments of a locked place; what a space says of itself is told anew. */
export async function countOpen(tx: Tx, { space, changeRequest }: ContentAt, by: number): Promise<void> {
  if (changeRequest) return countOpenOfChangeRequest(tx, changeRequest.id, by);
  await countOpenOfSpace(tx, space.id, by);
  await recordEvent(tx, events.spaceUpdated, spaceFact(await needSpace(tx, space.id)));
}

type CommentEvent = typeof events.commentPosted | typeof events.commentResolved | typeof events.commentDeleted;

/** Records what happened to a comment or reply; `sequence` is the version that it has, or would have, now. */
export async function tell(
  tx: Tx,
  event: CommentEvent,
  { space, row, sequence }: { space: ContentAt['space']; row: PostRow & { page_id?: string | null }; sequence: number },
): Promise<void> {
  await recordEvent(tx, event, {
    subject: row.id,
    sequence,
    data: {
      comment: row.id,
      ...(row.parent_id === null ? {} : { parent: row.parent_id }),
      space: space.id,
      organization: space.organization_id,
      ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
      ...(row.page_id == null ? {} : { page: row.page_id }),
      postedBy: row.posted_by,
    },
  });
}
