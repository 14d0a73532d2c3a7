import { listOf } from '../schemas/list.js';
import { OpenApiSpec, OpenApiSpecChange, OpenApiSpecCreate, OpenApiSpecUpdate } from '../schemas/openapi-spec.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('openapi', 'integrations');

export const listOpenAPISpecs = operation({
  operationId: 'listOpenAPISpecs',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi',
  summary: 'List the OpenAPI specifications of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(OpenApiSpec),
});

export const createOpenAPISpec = operation({
  operationId: 'createOpenAPISpec',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/openapi',
  summary: 'Add an OpenAPI specification',
  body: OpenApiSpecCreate,
  bodyLimit: 10 * 1024 * 1024,
  success: 201,
  response: OpenApiSpec,
});

export const getOpenAPISpecBySlug = operation({
  operationId: 'getOpenAPISpecBySlug',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Read an OpenAPI specification',
  success: 200,
  response: OpenApiSpec,
});

export const createOrUpdateOpenAPISpecBySlug = operation({
  operationId: 'createOrUpdateOpenAPISpecBySlug',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Set the source of an OpenAPI specification',
  body: OpenApiSpecUpdate,
  bodyLimit: 10 * 1024 * 1024,
  success: 200,
  response: OpenApiSpec,
});

export const updateOpenAPISpecBySlug = operation({
  operationId: 'updateOpenAPISpecBySlug',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Change who may read an OpenAPI specification',
  body: OpenApiSpecChange,
  success: 200,
  response: OpenApiSpec,
});

export const deleteOpenAPISpecBySlug = operation({
  operationId: 'deleteOpenAPISpecBySlug',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  summary: 'Remove an OpenAPI specification',
  success: 205,
});
