import {
  ChangeRequest,
  ChangeRequestCreate,
  changeRequestListQuery,
  ChangeRequestUpdate,
  MergeResult,
  PdfLink,
  pdfQuery,
  UpdateResult,
} from '../schemas/change-request.js';
import { listOf } from '../schemas/list.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-requests', 'content');

export const listChangeRequestsForSpace = operation({
  operationId: 'listChangeRequestsForSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests',
  summary: 'List the change requests of a space',
  query: changeRequestListQuery,
  success: 200,
  response: listOf(ChangeRequest),
});

export const createChangeRequest = operation({
  operationId: 'createChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests',
  summary: 'Start a change request',
  body: ChangeRequestCreate.prefault({}),
  success: 201,
  response: ChangeRequest,
});

export const getChangeRequestById = operation({
  operationId: 'getChangeRequestById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  summary: 'Read a change request',
  success: 200,
  response: ChangeRequest,
});

export const updateChangeRequestById = operation({
  operationId: 'updateChangeRequestById',
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  summary: 'Change subject or status of a change request',
  body: ChangeRequestUpdate,
  success: 200,
  response: ChangeRequest,
});

export const mergeChangeRequest = operation({
  operationId: 'mergeChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
  summary: 'Land a change request on main',
  success: 200,
  response: MergeResult,
});

export const updateChangeRequest = operation({
  operationId: 'updateChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
  summary: 'Bring main content into a change request',
  success: 200,
  response: UpdateResult,
});

export const getChangeRequestPDF = operation({
  operationId: 'getChangeRequestPDF',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
  summary: 'Get a link to a change request as PDF',
  query: pdfQuery,
  timeout: 300_000,
  success: 200,
  response: PdfLink,
});
