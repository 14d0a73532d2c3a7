import { z } from 'zod';
import {
  IntegrationDevelopmentMode,
  IntegrationEvent,
  IntegrationEventTrace,
  RenderIntegrationUI,
} from '../schemas/integration-event.js';
import { JsonObject } from '../schemas/json.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('integrations', 'integrations');

export const listIntegrationEvents = operation({
  operationId: 'listIntegrationEvents',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events',
  summary: 'List what an integration was told',
  query: pageQuery,
  success: 200,
  response: listOf(IntegrationEvent),
});

export const getIntegrationEvent = operation({
  operationId: 'getIntegrationEvent',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events/{eventId}',
  summary: 'Read what an integration was told and what it wrote to its console',
  success: 200,
  response: z.strictObject({ event: IntegrationEvent, trace: IntegrationEventTrace.optional() }),
});

export const setIntegrationDevelopmentMode = operation({
  operationId: 'setIntegrationDevelopmentMode',
  method: 'PUT',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'Send the events of an integration to its developer',
  body: IntegrationDevelopmentMode,
  success: 204,
});

export const disableIntegrationDevelopmentMode = operation({
  operationId: 'disableIntegrationDevelopmentMode',
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/dev',
  summary: 'Send the events of an integration to its script again',
  success: 205,
});

export const renderIntegrationUIWithPost = operation({
  operationId: 'renderIntegrationUIWithPost',
  method: 'POST',
  path: '/v1/integrations/{integrationName}/render',
  summary: 'Have an integration render a component',
  body: RenderIntegrationUI,
  success: 200,
  response: JsonObject,
});
