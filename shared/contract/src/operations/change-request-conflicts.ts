import { Conflict, ConflictResolution } from '../schemas/conflict.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-request-conflicts', 'content');

export const listChangeRequestConflicts = operation({
  operationId: 'listChangeRequestConflicts',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts',
  summary: 'List where a change request and main disagree',
  query: pageQuery,
  success: 200,
  response: listOf(Conflict),
  own: true,
});

export const resolveChangeRequestConflict = operation({
  operationId: 'resolveChangeRequestConflict',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/resolve',
  summary: 'Settle one conflict',
  body: ConflictResolution,
  success: 200,
  response: Conflict,
  own: true,
});
