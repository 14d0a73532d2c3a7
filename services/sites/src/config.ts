import { baseUrlVariable, loadConfig, serviceEnvironment } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  /** Where spaces are asked for that no event has told of yet. */
  CONTENT_URL: baseUrlVariable,
  /** The same for organizations. */
  IDENTITY_URL: baseUrlVariable,
  /** Where the OpenAPI documents are that pages show parts of. */
  INTEGRATIONS_URL: baseUrlVariable,
});

export type SitesConfig = z.output<typeof schema>;

export const readConfig = (environment: Record<string, string | undefined>): SitesConfig =>
  loadConfig(schema, environment);
