import { Installation, installationListQuery } from '../schemas/installation.js';
import { Integration, integrationListQuery, IntegrationPublish } from '../schemas/integration.js';
import { listOf } from '../schemas/list.js';
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

export const listIntegrationInstallations = operation({
  operationId: 'listIntegrationInstallations',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'List where an integration is installed',
  query: installationListQuery,
  success: 200,
  response: listOf(Installation),
});
