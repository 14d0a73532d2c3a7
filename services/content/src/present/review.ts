import type { Comment, RequestedReviewer, Review } from '@quire/contract';
import type { ChangeRequestRow } from '../tables/change-request.js';
import type { RequestedReviewerRow } from '../tables/requested-reviewer.js';
import type { ReviewRow } from '../tables/review.js';
import type { Links } from './links.js';
import { presentUser } from './user.js';

export function presentReview(
  row: ReviewRow,
  { changeRequest, comment, links }: { changeRequest: ChangeRequestRow; comment: Comment | undefined; links: Links },
): Review {
  const { id, space_id, revision_id } = changeRequest;
  const createdAt = row.created_at.toISOString();
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revision_id,
    reviewer: presentUser(row.reviewer, links),
    ...(row.requester === null ? {} : { requestedBy: presentUser(row.requester, links) }),
    status: row.status,
    outdated: row.revision_id !== revision_id,
    ...(comment === undefined ? {} : { comment }),
    createdAt,
    updatedAt: createdAt,
    urls: { location: links.location(`spaces/${space_id}/change-requests/${id}/reviews/${row.id}`) },
  };
}

export function presentRequestedReviewer(row: RequestedReviewerRow, links: Links): RequestedReviewer {
  return {
    object: 'change-request-requested-reviewer',
    revision: row.revision_id,
    requestedBy: presentUser(row.requester, links),
    createdAt: row.created_at.toISOString(),
    kind: 'user',
    user: presentUser(row.reviewer, links),
  };
}
