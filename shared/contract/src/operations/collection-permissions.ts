import { listOf } from '../schemas/list.js';
import {
  accessListQuery,
  ContentAccess,
  ContentInvite,
  PermissionUpdate,
  TeamContentPermission,
  UserContentPermission,
} from '../schemas/permission.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('collection-permissions', 'content');

export const inviteToCollection = operation({
  operationId: 'inviteToCollection',
  method: 'POST',
  path: '/v1/collections/{collectionId}/permissions',
  summary: 'Grant users and teams a level on a collection',
  body: ContentInvite,
  success: 204,
});

export const listUserPermissionsInCollection = operation({
  operationId: 'listUserPermissionsInCollection',
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/users',
  summary: 'List what users were granted on a collection',
  query: pageQuery,
  success: 200,
  response: listOf(UserContentPermission),
});

export const updateUserPermissionInCollection = operation({
  operationId: 'updateUserPermissionInCollection',
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
  summary: 'Change what a user was granted on a collection',
  body: PermissionUpdate,
  success: 204,
});

export const removeUserFromCollection = operation({
  operationId: 'removeUserFromCollection',
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/users/{userId}',
  summary: 'Take away what a user was granted on a collection',
  success: 205,
});

export const listTeamPermissionsInCollection = operation({
  operationId: 'listTeamPermissionsInCollection',
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/teams',
  summary: 'List what teams were granted on a collection',
  query: pageQuery,
  success: 200,
  response: listOf(TeamContentPermission),
});

export const updateTeamPermissionInCollection = operation({
  operationId: 'updateTeamPermissionInCollection',
  method: 'PATCH',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
  summary: 'Change what a team was granted on a collection',
  body: PermissionUpdate,
  success: 204,
});

export const removeTeamFromCollection = operation({
  operationId: 'removeTeamFromCollection',
  method: 'DELETE',
  path: '/v1/collections/{collectionId}/permissions/teams/{teamId}',
  summary: 'Take away what a team was granted on a collection',
  success: 205,
});

export const listPermissionsAggregateInCollection = operation({
  operationId: 'listPermissionsAggregateInCollection',
  method: 'GET',
  path: '/v1/collections/{collectionId}/permissions/aggregate',
  summary: 'List who can see a collection, their levels and where these come from',
  query: accessListQuery,
  success: 200,
  response: listOf(ContentAccess),
});
