import { ApiToken, ApiTokenCreate, CreatedApiToken } from '../schemas/api-token.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('api-tokens', 'identity');

export const listApiTokens = operation({
  operationId: 'listApiTokens',
  method: 'GET',
  path: '/v1/user/tokens',
  summary: 'List the API tokens of the caller',
  query: pageQuery,
  success: 200,
  response: listOf(ApiToken),
  own: true,
});

export const createApiToken = operation({
  operationId: 'createApiToken',
  method: 'POST',
  path: '/v1/user/tokens',
  summary: 'Create an API token; its secret is shown once',
  body: ApiTokenCreate,
  success: 201,
  response: CreatedApiToken,
  own: true,
});

export const deleteApiToken = operation({
  operationId: 'deleteApiToken',
  method: 'DELETE',
  path: '/v1/user/tokens/{tokenId}',
  summary: 'Revoke an API token',
  success: 204,
  own: true,
});

export const endSession = operation({
  operationId: 'endSession',
  method: 'DELETE',
  path: '/v1/user/session',
  summary: 'Sign out: revoke the API token that this request carries',
  success: 204,
  own: true,
});
