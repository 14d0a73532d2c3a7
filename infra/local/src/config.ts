import { resolve } from 'node:path';
import { baseUrlVariable, loadConfig, portVariable } from '@quire/runtime';
import { z } from 'zod';

/** The environment that the launcher itself looks at; services find their own variables in the rest of it. */
const schema = z.object({
  PORT: portVariable.default(4000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: baseUrlVariable.optional(),
  QUIRE_DATA_DIR: z.string().default('.data'),
  QUIRE_ADMIN_EMAIL: z.string().default('admin@localhost'),
  QUIRE_ADMIN_TOKEN: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  AMQP_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  QUIRE_DOCUMENTATION: z.enum(['on', 'off']).default('on'),
  // The address and the token should not drown in request lines; LOG_LEVEL=info shows those.
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
});

type Variables = z.output<typeof schema>;

export interface LocalConfig {
  port: number;
  host: string;
  /** What links are built from; undefined until the port is known when that is left to the system. */
  publicUrl: string | undefined;
  dataDir: string;
  adminEmail: string;
  adminToken: string | undefined;
  databaseUrl: string | undefined;
  amqpUrl: string | undefined;
  redisUrl: string | undefined;
  /** Whether the first boot publishes Quire's own documentation. */
  documentation: boolean;
  logLevel: Variables['LOG_LEVEL'];
  /** Everything that was given, for the services. */
  environment: Record<string, string | undefined>;
}

/** Parses the environment of the all-in-one; throws with every variable that is wrong. */
export function readConfig(environment: Record<string, string | undefined>): LocalConfig {
  const variables = loadConfig(schema, environment);
  return {
    port: variables.PORT,
    host: variables.HOST,
    publicUrl: variables.PUBLIC_URL,
    dataDir: resolve(variables.QUIRE_DATA_DIR),
    adminEmail: variables.QUIRE_ADMIN_EMAIL,
    adminToken: variables.QUIRE_ADMIN_TOKEN,
    databaseUrl: variables.DATABASE_URL,
    amqpUrl: variables.AMQP_URL,
    redisUrl: variables.REDIS_URL,
    documentation: variables.QUIRE_DOCUMENTATION === 'on',
    logLevel: variables.LOG_LEVEL,
    environment,
  };
}
