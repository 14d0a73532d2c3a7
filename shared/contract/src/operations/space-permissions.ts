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

const operation = operationsOf('space-permissions', 'content');

export const inviteToSpace = operation({
  operationId: 'inviteToSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/permissions',
  summary: 'Grant users and teams a level on a space',
  body: ContentInvite,
  success: 204,
});

export const listUserPermissionsInSpace = operation({
  operationId: 'listUserPermissionsInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/users',
  summary: 'List what users were granted on a space',
  query: pageQuery,
  success: 200,
  response: listOf(UserContentPermission),
});

export const updateUserPermissionInSpace = operation({
  operationId: 'updateUserPermissionInSpace',
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
  summary: 'Change what a user was granted on a space',
  body: PermissionUpdate,
  success: 204,
});

export const removeUserFromSpace = operation({
  operationId: 'removeUserFromSpace',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/users/{userId}',
  summary: 'Take away what a user was granted on a space',
  success: 205,
});

export const listTeamPermissionsInSpace = operation({
  operationId: 'listTeamPermissionsInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/teams',
  summary: 'List what teams were granted on a space',
  query: pageQuery,
  success: 200,
  response: listOf(TeamContentPermission),
});

export const updateTeamPermissionInSpace = operation({
  operationId: 'updateTeamPermissionInSpace',
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  summary: 'Change what a team was granted on a space',
  body: PermissionUpdate,
  success: 204,
});

export const removeTeamFromSpace = operation({
  operationId: 'removeTeamFromSpace',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/permissions/teams/{teamId}',
  summary: 'Take away what a team was granted on a space',
  success: 205,
});

export const listPermissionsAggregateInSpace = operation({
  operationId: 'listPermissionsAggregateInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/permissions/aggregate',
  summary: 'List who can see a space, their levels and where these come from',
  query: accessListQuery,
  success: 200,
  response: listOf(ContentAccess),
});
