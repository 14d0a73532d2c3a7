import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readReview } from '../../domain/reviews/read-reviews.js';

export const getChangeRequestReviewById = operation(
  contract.getChangeRequestReviewById,
  ({ params, query, principal }, context: Content) => readReview(params, query, principal, context),
);
