import { z } from 'zod';
import type { Schema } from './schema.js';

/** What an integration is allowed. */
export const integrationScopes = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:visitor:claims',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
  'space:views:read',
  'space:script:inject',
  'space:script:cookies',
  'space:visitor:auth',
] as const;
export type IntegrationScope = (typeof integrationScopes)[number];
export const IntegrationScope: Schema<IntegrationScope> = z.enum(integrationScopes).meta({ id: 'IntegrationScope' });
