import type { Review, ReviewCreate } from '@quire/contract';
import { type Principal, type Tx, newId } from '@quire/runtime';
import type { Content } from '../../context.js';
import { deleteRequest } from '../../tables/requested-reviewer.js';
import { findReview, insertReview } from '../../tables/review.js';
import { rememberUser } from '../../tables/user.js';
import { assertEditable, lockForEdit } from '../change-requests/edit-change-request.js';
import { addComment, markdownOf } from '../comments/write-comments.js';
import { presentReviews } from './read-reviews.js';

/**
 * Notes what the caller thinks of a change request as it is now. It answers the request for their review, if there was one.
 */
export async function submitReview(
  tx: Tx,
  address: { spaceId: string; changeRequestId: string },
  { body, principal, context }: { body: ReviewCreate; principal: Principal; context: Content },
): Promise<Review> {
  const { store, links, now } = context;
  const locked = await lockForEdit(tx, address, { principal, needed: 'review' });
  assertEditable(locked.changeRequest);
  const at = { ...locked, reader: store.reader(tx) };
  await rememberUser(tx, principal);
  const review = {
    id: newId(),
    change_request_id: at.changeRequest.id,
    revision_id: at.revision.id,
    reviewer_id: principal.userId,
    requested_by: (await deleteRequest(tx, at.changeRequest.id, principal.userId)) ?? null,
    status: body.status,
    created_at: now(),
  };
  await insertReview(tx, review);
  const { comment } = body;
  if (comment) {
    const markdown = markdownOf(comment, 'body.comment');
    const { id: review_id, revision_id, created_at: posted_at } = review;
    await addComment(tx, at, { principal, post: { markdown, posted_at, review_id, revision_id } });
  }
  const row = (await findReview(tx, at.changeRequest.id, review.id))!;
  return (await presentReviews(tx, [row], { at, principal, links }))[0]!;
}
