import { baseUrlVariable, listVariable, loadConfig, serviceEnvironment } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  /** CIDRs that outbound fetches may reach although they are private. */
  QUIRE_OUTBOUND_ALLOW: listVariable.default([]),
  /** Who organizations are, and who belongs to them. */
  IDENTITY_URL: baseUrlVariable,
  /** Where spaces are asked for that no event has told of yet. */
  CONTENT_URL: baseUrlVariable,
  /** The same for sites. */
  SITES_URL: baseUrlVariable,
  /** Encrypts the secrets of integrations: 32 bytes as base64. */
  QUIRE_INTEGRATION_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes as base64'),
  /** How long a webhook's receiver may take for its whole answer. */
  QUIRE_WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(1).max(30_000).default(10_000),
  /** Whether scripts of integrations are run. */
  QUIRE_INTEGRATION_RUNTIME: z.enum(['on', 'off']).default('on'),
  /** How many scripts run at once in one process of this service. */
  QUIRE_INTEGRATION_PROCESSES: z.coerce.number().int().min(1).max(1_000).default(8),
  /** How long a script without work is kept running. */
  QUIRE_INTEGRATION_IDLE_SECONDS: z.coerce.number().int().min(1).default(300),
  QUIRE_INTEGRATION_MEMORY_MIB: z.coerce.number().int().min(64).default(256),
  /** Processor time that a script may take without an answer. */
  QUIRE_INTEGRATION_CPU_SECONDS: z.coerce.number().int().min(1).default(10),
});

export type IntegrationsConfig = z.output<typeof schema>;

export const readConfig = (environment: Record<string, string | undefined>): IntegrationsConfig =>
  loadConfig(schema, environment);
