import type { AnyOperation } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { listIntegrations } from './integrations/listIntegrations.js';

export const operations: readonly AnyOperation<Integrations>[] = [listIntegrations];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [
  'createOpenAPISpec',
  'createOrUpdateOpenAPISpecBySlug',
  'deleteOpenAPISpecBySlug',
  'getIntegrationByName',
  'getLatestOpenAPISpecVersion',
  'getLatestOpenAPISpecVersionContent',
  'getOpenAPISpecBySlug',
  'getOpenAPISpecVersionById',
  'getOpenAPISpecVersionContentById',
  'listIntegrationInstallations',
  'listOpenAPISpecVersions',
  'listOpenAPISpecs',
  'publishIntegration',
  'unpublishIntegration',
];
