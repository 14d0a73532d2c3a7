import { listOf } from '../schemas/list.js';
import { OpenApiSpecContent, OpenApiSpecVersion } from '../schemas/openapi-spec.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('openapi-versions', 'integrations');

export const listOpenAPISpecVersions = operation({
  operationId: 'listOpenAPISpecVersions',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
  summary: 'List the versions of an OpenAPI specification',
  query: pageQuery,
  success: 200,
  response: listOf(OpenApiSpecVersion),
});

export const getLatestOpenAPISpecVersion = operation({
  operationId: 'getLatestOpenAPISpecVersion',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  summary: 'Read the latest version of an OpenAPI specification',
  success: 200,
  response: OpenApiSpecVersion,
});

export const getLatestOpenAPISpecVersionContent = operation({
  operationId: 'getLatestOpenAPISpecVersionContent',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
  summary: 'Read the content of the latest version',
  success: 200,
  response: OpenApiSpecContent,
});

export const getOpenAPISpecVersionById = operation({
  operationId: 'getOpenAPISpecVersionById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  summary: 'Read a version of an OpenAPI specification',
  success: 200,
  response: OpenApiSpecVersion,
});

export const getOpenAPISpecVersionContentById = operation({
  operationId: 'getOpenAPISpecVersionContentById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
  summary: 'Read the content of a version',
  success: 200,
  response: OpenApiSpecContent,
});

export const getOpenAPIDocumentFile = operation({
  operationId: 'getOpenAPIDocumentFile',
  method: 'GET',
  path: '/v1/openapi-documents/{fileToken}',
  summary: 'Download an OpenAPI document by an address that was handed out',
  access: 'public',
  raw: true,
  own: true,
  success: 200,
});
