import { baseUrlVariable, listVariable, loadConfig, portVariable } from '@quire/runtime';
import { z } from 'zod';

const environment = z
  .object({
    PORT: portVariable.default(4000),
    HOST: z.string().default('0.0.0.0'),
    PUBLIC_URL: baseUrlVariable.optional(),
    IDENTITY_URL: baseUrlVariable,
    CONTENT_URL: baseUrlVariable,
    SITES_URL: baseUrlVariable,
    INTEGRATIONS_URL: baseUrlVariable,
    REDIS_URL: z.string().optional(),
    QUIRE_ASSERTION_PRIVATE_KEY: z.string().transform((pem) => pem.replaceAll('\\n', '\n')),
    QUIRE_INTERNAL_SECRET: z.string().min(32),
    /** Requests per token, and per address without one; 0 is off. */
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
    /** Bad tokens per address. */
    BAD_TOKENS_PER_MINUTE: z.coerce.number().int().min(1).default(100),
    /** Origins whose pages may call the API, or `*`. */
    CORS_ORIGINS: listVariable.prefault(''),
    /** Addresses and ranges of reverse proxies whose `X-Forwarded-*` is believed. */
    TRUSTED_PROXIES: listVariable.prefault(''),
    /** How long `/readyz` says 503 before the door is closed, for load balancers to notice. */
    DRAIN_MILLISECONDS: z.coerce.number().int().min(0).max(60_000).default(0),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .transform(({ PUBLIC_URL, ...rest }) => ({ ...rest, PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${rest.PORT}` }));

export type GatewayConfig = z.output<typeof environment>;

/** Parses the gateway's environment; throws with every variable that is missing or wrong. */
export function readConfig(variables: Record<string, string | undefined>): GatewayConfig {
  return loadConfig(environment, variables);
}
