import { baseUrlVariable, listVariable, loadConfig, serviceEnvironment } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  /** Where members and teams are asked for that no event has told of yet. */
  IDENTITY_URL: baseUrlVariable,
  /** Where the OpenAPI specifications are that pages are made of. */
  INTEGRATIONS_URL: baseUrlVariable,
  /** Signs the addresses of files and uploads. */
  QUIRE_FILE_URL_SECRET: z.string().min(32),
  /** CIDRs that outbound fetches may reach although they are private. */
  QUIRE_OUTBOUND_ALLOW: listVariable.default([]),
  /** Folder of the files, unless S3_BUCKET names a bucket for them. */
  QUIRE_DATA_DIR: z.string().default('.data'),
  S3_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export type ContentConfig = z.output<typeof schema>;

export const readConfig = (environment: Record<string, string | undefined>): ContentConfig =>
  loadConfig(schema, environment);
