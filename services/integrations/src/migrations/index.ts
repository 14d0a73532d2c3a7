import type { Migration } from '@quire/runtime';
import { createIntegrations } from './0001-integrations.js';
import { createOpenApiSpecs } from './0002-openapi-specs.js';
import { createInstallations } from './0003-integrations.js';
import { createWebhooks } from './0005-webhooks.js';
import { createIntegrationEvents } from './0004-integration-events.js';

/** Every step of the schema `integrations`, in order. */
export const migrations: readonly Migration[] = [
  createIntegrations,
  createOpenApiSpecs,
  createInstallations,
  createIntegrationEvents,
  createWebhooks,
];
