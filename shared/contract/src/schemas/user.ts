import { z } from 'zod';
import { text, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

/** What every representation of a user shows. */
export const userFields = {
  object: z.literal('user'),
  id: z.string(),
  displayName: z.string(),
  email: z.string().optional(),
  photoURL: z.string().optional(),
  urls: z.strictObject({ location: Url }),
};
const schema = z.strictObject(userFields).meta({ id: 'User' });

export interface User extends z.infer<typeof schema> {}
export const User: Schema<User> = schema;

export const DisplayName = text({ min: 1, max: 64 });
export const UserUpdate = z.object({ displayName: DisplayName.optional(), photoURL: WebUrl.optional() });
