import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import {
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  webhookDeliveryListQuery,
  WebhookUpdate,
  WebhookWithSecret,
  WholeWebhookDelivery,
} from '../schemas/webhook.js';
import { operationsOf } from './define.js';

const operation = operationsOf('webhooks', 'integrations');

export const listWebhooks = operation({
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/webhooks',
  summary: 'List the webhooks of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(Webhook),
  own: true,
});

export const createWebhook = operation({
  operationId: 'createWebhook',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/webhooks',
  summary: 'Create a webhook; its secret is shown once',
  body: WebhookCreate,
  success: 201,
  response: WebhookWithSecret,
  own: true,
});

export const getWebhook = operation({
  operationId: 'getWebhook',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}',
  summary: 'Read a webhook',
  success: 200,
  response: Webhook,
  own: true,
});

export const updateWebhook = operation({
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}',
  summary: 'Change, pause or resume a webhook',
  body: WebhookUpdate,
  success: 200,
  response: Webhook,
  own: true,
});

export const deleteWebhook = operation({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}',
  summary: 'Delete a webhook and its log',
  success: 204,
  own: true,
});

export const rotateWebhookSecret = operation({
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/secret',
  summary: 'Give a webhook another secret, which is shown once; the old one ends',
  success: 200,
  response: WebhookWithSecret,
  own: true,
});

export const pingWebhook = operation({
  operationId: 'pingWebhook',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/ping',
  summary: 'Send an event of type ping once, even to a paused webhook',
  success: 201,
  response: WebhookDelivery,
  own: true,
});

export const listWebhookDeliveries = operation({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of the last 30 days, the newest first',
  query: webhookDeliveryListQuery,
  success: 200,
  response: listOf(WebhookDelivery),
  own: true,
});

export const getWebhookDelivery = operation({
  operationId: 'getWebhookDelivery',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Read a delivery: what was sent, and each try with what was answered',
  success: 200,
  response: WholeWebhookDelivery,
  own: true,
});

export const redeliverWebhookDelivery = operation({
  operationId: 'redeliverWebhookDelivery',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Deliver the same event with the same body again',
  success: 201,
  response: WebhookDelivery,
  own: true,
});
