import { Contributor } from '../schemas/contributor.js';
import { listOf } from '../schemas/list.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-request-contributors', 'content');

export const getContributorsByChangeRequestId = operation({
  operationId: 'getContributorsByChangeRequestId',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
  summary: 'List who edited or commented on a change request',
  success: 200,
  response: listOf(Contributor),
});
