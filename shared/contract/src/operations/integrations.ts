import { Integration, IntegrationAsset, integrationListQuery, IntegrationPublish } from '../schemas/integration.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('integrations', 'integrations');

export const listIntegrations = operation({
  operationId: 'listIntegrations',
  method: 'GET',
  path: '/v1/integrations',
  summary: 'List integrations',
  query: integrationListQuery,
  success: 200,
  response: listOf(Integration),
});

export const getIntegrationByName = operation({
  operationId: 'getIntegrationByName',
  method: 'GET',
  path: '/v1/integrations/{integrationName}',
  summary: 'Read an integration',
  success: 200,
  response: Integration,
});

export const publishIntegration = operation({
  operationId: 'publishIntegration',
  method: 'POST',
  path: '/v1/integrations/{integrationName}',
  summary: 'Publish an integration or a new version of it',
  body: IntegrationPublish,
  bodyLimit: 16 * 1024 * 1024,
  success: 200,
  response: Integration,
});

export const unpublishIntegration = operation({
  operationId: 'unpublishIntegration',
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}',
  summary: 'Withdraw an integration',
  success: 204,
});

export const listIntegrationAssets = operation({
  operationId: 'listIntegrationAssets',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/assets',
  summary: 'List the images of an integration',
  query: pageQuery,
  success: 200,
  response: listOf(IntegrationAsset),
  own: true,
});

export const getIntegrationAsset = operation({
  operationId: 'getIntegrationAsset',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/assets/{assetName}',
  summary: 'Load an image of an integration',
  access: 'public',
  success: 200,
  raw: true,
  own: true,
});
