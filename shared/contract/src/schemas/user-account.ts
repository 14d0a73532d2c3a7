import { z } from 'zod';
import { pageQuery } from './query.js';
import type { Schema } from './schema.js';
import { text, Timestamp } from './text.js';
import { userFields } from './user.js';

const schema = z
  .strictObject({ ...userFields, createdAt: Timestamp, disabled: z.boolean(), instanceAdmin: z.boolean() })
  .meta({ id: 'UserAccount' });

/** A user as instance administrators see them. */
export interface UserAccount extends z.infer<typeof schema> {}
export const UserAccount: Schema<UserAccount> = schema;

export const UserAccountUpdate = z.object({ disabled: z.boolean().optional(), instanceAdmin: z.boolean().optional() });

/** `search` is a part of the name or the e-mail address, in any case. */
export const userListQuery = pageQuery.extend({ search: text({ max: 512 }).optional() });
