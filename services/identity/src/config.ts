import { Email } from '@quire/contract';
import { isWellFormedToken, loadConfig, serviceEnvironment } from '@quire/runtime';
import { z } from 'zod';

const schema = z.object({
  ...serviceEnvironment,
  /** Address of the administrator whom the first boot creates. */
  QUIRE_ADMIN_EMAIL: Email.default('admin@localhost'),
  /** The administrator's first API token; without it one is generated and printed once. */
  QUIRE_ADMIN_TOKEN: z
    .string()
    .regex(/^\S{32,512}$/, 'needs 32 to 512 characters and no spaces')
    // The gateway does not even look one up whose checksum is wrong.
    .refine(
      (token) => !token.startsWith('quire_') || isWellFormedToken(token),
      'starts like a generated token but is none',
    )
    .optional(),
});

export type IdentityConfig = z.output<typeof schema>;

export const readConfig = (environment: Record<string, string | undefined>): IdentityConfig =>
  loadConfig(schema, environment);
