import { z } from 'zod';

/** What an integration, or a token, is confined to. */
export const scopes = [
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
export type Scope = (typeof scopes)[number];
export const Scope: z.ZodType<Scope> = z.enum(scopes).meta({ id: 'Scope' });
