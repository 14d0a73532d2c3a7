import { z } from 'zod';
import { Email, text, Timestamp, TimestampInput } from './text.js';
import { DisplayName, User } from './user.js';
import type { Schema } from './schema.js';

/** What a token may be used for: reading, writing, administration of the instance. */
export type TokenScope = 'read' | 'write' | 'admin';
export const TokenScope: Schema<TokenScope> = z.enum(['read', 'write', 'admin']).meta({ id: 'TokenScope' });

const fields = {
  object: z.literal('api-token'),
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  createdAt: Timestamp,
  expiresAt: Timestamp.optional(),
  lastUsedAt: Timestamp.optional(),
  organization: z.string().optional(),
};
const schema = z.strictObject(fields).meta({ id: 'APIToken' });
const created = z.strictObject({ ...fields, token: z.string() }).meta({ id: 'CreatedAPIToken' });

export interface ApiToken extends z.infer<typeof schema> {}
export const ApiToken: Schema<ApiToken> = schema;

/** An API token in the one answer that shows its secret, `token`. */
export interface CreatedApiToken extends z.infer<typeof created> {}
export const CreatedApiToken: Schema<CreatedApiToken> = created;

/** Without `scopes` the token gets those of the token that creates it. */
export const ApiTokenCreate = z.object({
  name: text({ min: 1, max: 100 }),
  expiresAt: TimestampInput.optional(),
  scopes: z.array(TokenScope).min(1, 'must name a scope').optional(),
});

/** Without `token: false` the user gets a first API token. */
export const UserCreate = z.object({ email: Email, displayName: DisplayName, token: z.boolean().default(true) });

const createdUser = z.strictObject({ user: User, token: z.string().optional() }).meta({ id: 'CreatedUser' });

/** A new user, and the secret of a first API token unless none was wanted. */
export interface CreatedUser extends z.infer<typeof createdUser> {}
export const CreatedUser: Schema<CreatedUser> = createdUser;
