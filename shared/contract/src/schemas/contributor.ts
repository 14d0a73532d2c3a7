import { z } from 'zod';
import { Count, Timestamp } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({ updatedAt: Timestamp, count: Count, user: User, actionType: z.enum(['edit', 'comment']) })
  .meta({ id: 'UserContributor' });

/** Somebody who edited or commented on a change request: how often, and when last. */
export interface Contributor extends z.infer<typeof schema> {}
export const Contributor: Schema<Contributor> = schema;
