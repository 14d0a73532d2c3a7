import { z } from 'zod';
import { JsonObject } from './json.js';
import { text, Timestamp } from './text.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({
    id: z.string(),
    integrationId: z.string(),
    installationId: z.string().optional(),
    createdAt: Timestamp,
    payload: JsonObject,
    status: z.enum(['success', 'failed']),
  })
  .meta({ id: 'IntegrationEvent' });

/** Something an integration was told, and whether it could take it. */
export interface IntegrationEvent extends z.infer<typeof schema> {}
export const IntegrationEvent: Schema<IntegrationEvent> = schema;

export const IntegrationEventTrace = z.strictObject({
  logs: z.array(
    z.strictObject({ message: z.string(), timestamp: Timestamp, level: z.enum(['debug', 'info', 'warn', 'error']) }),
  ),
});

const theme = z.enum(['dark', 'light']);
const where = { theme, organizationId: text({ min: 1, max: 256 }), spaceId: text({ min: 1, max: 256 }) };

export const RenderIntegrationUI = z.object({
  componentId: text({ min: 1, max: 256 }),
  props: JsonObject,
  state: JsonObject.optional(),
  context: z.discriminatedUnion('type', [
    z.object({ type: z.literal('configuration_account'), theme, organizationId: where.organizationId }),
    z.object({ type: z.literal('configuration_space'), theme, spaceId: where.spaceId }),
    z.object({ type: z.literal('configuration_site'), theme, siteId: text({ min: 1, max: 256 }) }),
    z.object({
      type: z.literal('configuration_contentsource'),
      theme,
      organizationId: where.organizationId,
      spaceId: where.spaceId.optional(),
    }),
    z.object({ type: z.literal('document'), theme, spaceId: where.spaceId, editable: z.boolean() }),
  ]),
  action: JsonObject.optional(),
});
export type RenderContext = z.infer<typeof RenderIntegrationUI>['context'];

export const IntegrationDevelopmentMode = z.object({
  tunnelUrl: text({ min: 1, max: 256 }),
  all: z.boolean().default(false),
});
