import { ApiTokenCreate, CreatedApiToken, CreatedUser, UserCreate } from '../schemas/api-token.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { User } from '../schemas/user.js';
import { operationsOf } from './define.js';

const operation = operationsOf('administration', 'identity');

export const listUsers = operation({
  operationId: 'listUsers',
  method: 'GET',
  path: '/v1/admin/users',
  summary: 'List all users of the instance',
  access: 'instance-admin',
  query: pageQuery,
  success: 200,
  response: listOf(User),
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
