import { LinkList, linkListQuery } from '../schemas/link.js';
import { listOf } from '../schemas/list.js';
import { ContentMove, ContentTransfer } from '../schemas/move.js';
import { pageQuery } from '../schemas/query.js';
import { Space, SpaceCreate, spaceQuery, SpaceUpdate } from '../schemas/space.js';
import { operationsOf } from './define.js';

const operation = operationsOf('spaces', 'content');

export const getSpaceById = operation({
  operationId: 'getSpaceById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}',
  summary: 'Read a space',
  query: spaceQuery,
  success: 200,
  response: Space,
});

export const deleteSpaceById = operation({
  operationId: 'deleteSpaceById',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}',
  summary: 'Delete a space; it can be restored for seven days',
  success: 205,
});

export const updateSpaceById = operation({
  operationId: 'updateSpaceById',
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}',
  summary: 'Change a space',
  body: SpaceUpdate,
  success: 200,
  response: Space,
});

export const duplicateSpace = operation({
  operationId: 'duplicateSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/duplicate',
  summary: 'Copy a space with its content',
  success: 201,
  response: Space,
});

export const restoreSpace = operation({
  operationId: 'restoreSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/restore',
  summary: 'Undo the deletion of a space',
  success: 200,
  response: Space,
});

export const moveSpace = operation({
  operationId: 'moveSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/move',
  summary: 'Give a space another place',
  body: ContentMove,
  success: 200,
  response: Space,
});

export const transferSpace = operation({
  operationId: 'transferSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/transfer',
  summary: 'Hand a space over to another organization',
  body: ContentTransfer,
  success: 200,
  response: Space,
});

export const listSpaceLinks = operation({
  operationId: 'listSpaceLinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/links',
  summary: 'List the links in a space and whether they work',
  query: linkListQuery,
  success: 200,
  response: LinkList,
});

export const listSpacesInOrganizationById = operation({
  operationId: 'listSpacesInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/spaces',
  summary: 'List the spaces of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(Space),
});

export const createSpace = operation({
  operationId: 'createSpace',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/spaces',
  summary: 'Add a space to an organization',
  body: SpaceCreate.prefault({}),
  success: 201,
  response: Space,
});
