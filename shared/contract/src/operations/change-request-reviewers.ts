import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { RequestedReviewer, RequestedReviewers, ReviewersRequest } from '../schemas/review.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-request-reviewers', 'content');

export const getRequestedReviewersByChangeRequestId = operation({
  operationId: 'getRequestedReviewersByChangeRequestId',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  summary: 'List who was asked to review a change request',
  query: pageQuery,
  success: 200,
  response: listOf(RequestedReviewer),
});

export const requestReviewersForChangeRequest = operation({
  operationId: 'requestReviewersForChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
  summary: 'Ask for reviews of a change request',
  body: ReviewersRequest,
  success: 200,
  response: RequestedReviewers,
});

export const removeRequestedReviewerFromChangeRequest = operation({
  operationId: 'removeRequestedReviewerFromChangeRequest',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
  summary: 'Take back a request for a review',
  success: 205,
});
