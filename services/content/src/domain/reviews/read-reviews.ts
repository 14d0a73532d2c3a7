import type { DocumentFormat, List, Review } from '@quire/contract';
import { type Db, type Principal, idCursor, listOf, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import { presentReview } from '../../present/review.js';
import { findCommentsOfReviews } from '../../tables/comment.js';
import { findReview, listReviews, type ReviewRow } from '../../tables/review.js';
import { type Viewing, presentComments } from '../comments/read-comments.js';
import { contentAt } from '../content-at.js';

interface ChangeRequestAddress {
  spaceId: string;
  changeRequestId: string;
}

/** The reviews of a change request, newest first. */
export async function readReviews(
  address: ChangeRequestAddress,
  query: { format: DocumentFormat; outdated?: boolean | undefined; limit: number; page?: string | undefined },
  principal: Principal,
  context: Content,
): Promise<List<Review>> {
  const { db, links } = context;
  const at = await contentAt(address, principal, context);
  const { format, outdated, limit } = query;
  const { rows, count } = await listReviews(db, {
    changeRequestId: at.changeRequest!.id,
    revisionId: at.revision.id,
    outdated,
    before: idCursor(query.page),
    limit,
  });
  const presented = await presentReviews(db, rows, { at, principal, format, links });
  return listOf(presented, { limit, count, cursor: ({ id }) => [id], present: (review) => review });
}

/** One review. */
export async function readReview(
  { reviewId, ...address }: ChangeRequestAddress & { reviewId: string },
  { format }: { format: DocumentFormat },
  principal: Principal,
  context: Content,
): Promise<Review> {
  const { db, links } = context;
  const at = await contentAt(address, principal, context);
  const row = await findReview(db, at.changeRequest!.id, reviewId);
  if (!row) throw notFound('review');
  return (await presentReviews(db, [row], { at, principal, format, links }))[0]!;
}

/** Reviews with what was said with them. */
export async function presentReviews(db: Db, rows: readonly ReviewRow[], viewing: Viewing): Promise<Review[]> {
  const said = await findCommentsOfReviews(
    db,
    rows.map(({ id }) => id),
  );
  const comments = await presentComments(db, said, viewing);
  const byReview = new Map(comments.map((comment) => [comment.target.review, comment]));
  const { changeRequest } = viewing.at;
  return rows.map((row) =>
    presentReview(row, { changeRequest: changeRequest!, comment: byReview.get(row.id), links: viewing.links }),
  );
}
