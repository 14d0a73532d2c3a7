import { User, UserUpdate } from '../schemas/user.js';
import { operationsOf } from './define.js';

const operation = operationsOf('users', 'identity');

export const getAuthenticatedUser = operation({
  operationId: 'getAuthenticatedUser',
  method: 'GET',
  path: '/v1/user',
  summary: 'Read the caller',
  success: 200,
  response: User,
});

export const getUserById = operation({
  operationId: 'getUserById',
  method: 'GET',
  path: '/v1/users/{userId}',
  summary: 'Read a user',
  success: 200,
  response: User,
});

export const updateUserById = operation({
  operationId: 'updateUserById',
  method: 'PATCH',
  path: '/v1/users/{userId}',
  summary: 'Change a user',
  body: UserUpdate,
  success: 200,
  response: User,
});
