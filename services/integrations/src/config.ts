import { loadConfig, serviceEnvironment } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object(serviceEnvironment);

export type IntegrationsConfig = z.output<typeof schema>;

export const readConfig = (environment: Record<string, string | undefined>): IntegrationsConfig =>
  loadConfig(schema, environment);
