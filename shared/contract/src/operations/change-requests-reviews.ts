import { listOf } from '../schemas/list.js';
import { Review, ReviewCreate, reviewListQuery, reviewQuery } from '../schemas/review.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-requests-reviews', 'content');

export const getReviewsByChangeRequestId = operation({
  operationId: 'getReviewsByChangeRequestId',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  summary: 'List the reviews of a change request',
  query: reviewListQuery,
  success: 200,
  response: listOf(Review),
});

export const submitChangeRequestReview = operation({
  operationId: 'submitChangeRequestReview',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  summary: 'Approve a change request, or ask for changes',
  body: ReviewCreate,
  success: 201,
  response: Review,
});

export const getChangeRequestReviewById = operation({
  operationId: 'getChangeRequestReviewById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
  summary: 'Read a review of a change request',
  query: reviewQuery,
  success: 200,
  response: Review,
});
