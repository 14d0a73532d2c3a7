import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readReviews } from '../../domain/reviews/read-reviews.js';

export const getReviewsByChangeRequestId = operation(
  contract.getReviewsByChangeRequestId,
  ({ params, query, principal }, context: Content) => readReviews(params, query, principal, context),
);
