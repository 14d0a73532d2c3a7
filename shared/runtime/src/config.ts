import { z } from 'zod';

/** Thrown when the environment does not hold what a process needs; the message lists every variable at fault. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/**
 * Parses an environment once into a value. Empty variables count as unset.
 * Throws {@link ConfigurationError} that names each variable and what is wrong with it.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.') || 'environment'}: ${issue.message}`);
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** A port to listen on; 0 lets the system choose. */
export const portVariable = z.coerce.number().int().min(0).max(65_535);
/** An http(s) base address without its trailing slash. */
export const baseUrlVariable = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** A comma-separated list. */
export const listVariable = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** What every service reads from its environment. */
export const serviceEnvironment = {
  PORT: portVariable.default(0),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: baseUrlVariable,
  DATABASE_URL: z.string(),
  AMQP_URL: z.string().optional(),
  /** What the names of exchange and queues begin with: set it where several Quires share a broker. */
  AMQP_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default('quire.'),
  REDIS_URL: z.string().optional(),
  QUIRE_ASSERTION_PUBLIC_KEY: z.string().transform((pem) => pem.replaceAll('\\n', '\n')),
  QUIRE_INTERNAL_SECRET: z.string().min(32),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.string().default('development'),
};
