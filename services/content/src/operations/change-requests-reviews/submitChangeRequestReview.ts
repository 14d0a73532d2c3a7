import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { submitReview } from '../../domain/reviews/submit-review.js';

export const submitChangeRequestReview = operation(
  contract.submitChangeRequestReview,
  ({ params, body, principal, commit }, context: Content) =>
    commit((tx) => submitReview(tx, params, { body, principal, context })),
);
