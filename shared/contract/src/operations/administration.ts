import { ApiTokenCreate, CreatedApiToken, CreatedUser, UserCreate } from '../schemas/api-token.js';
import { listOf } from '../schemas/list.js';
import { UserAccount, UserAccountUpdate, userListQuery } from '../schemas/user-account.js';
import { operationsOf } from './define.js';

const operation = operationsOf('administration', 'identity');

export const listUsers = operation({
  operationId: 'listUsers',
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'List all users of the instance',
  access: 'instance-admin',
  query: userListQuery,
  success: 200,
  response: listOf(UserAccount),
  own: true,
});

export const createUser = operation({
  operationId: 'createUser',
  method: 'POST',
  path: '/v1/admin/users',
  summary: 'Add a user with a first API token',
  access: 'instance-admin',
  body: UserCreate,
  success: 201,
  response: CreatedUser,
  own: true,
});

export const createUserApiToken = operation({
  operationId: 'createUserApiToken',
  method: 'POST',
  path: '/v1/admin/users/{userId}/tokens',
  summary: 'Create an API token for a user',
  access: 'instance-admin',
  body: ApiTokenCreate,
  success: 201,
  response: CreatedApiToken,
  own: true,
});

export const updateUserAccount = operation({
  operationId: 'updateUserAccount',
  method: 'PATCH',
  path: '/v1/admin/users/{userId}',
  summary: 'Disable or enable a user, or make one an instance administrator',
  access: 'instance-admin',
  body: UserAccountUpdate,
  success: 200,
  response: UserAccount,
  own: true,
});
