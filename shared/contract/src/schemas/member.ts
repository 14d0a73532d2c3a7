import { z } from 'zod';
import { pageQuery } from './query.js';
import { RoleOrGuest, roles } from './role.js';
import { Count, text, Timestamp } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({
    object: z.literal('member'),
    id: z.string(),
    role: RoleOrGuest,
    user: User,
    disabled: z.boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.optional(),
    sso: z.boolean(),
    spaces: Count,
    teams: Count,
  })
  .meta({ id: 'OrganizationMember' });

/** A user in an organization; `id` is the user's. */
export interface Member extends z.infer<typeof schema> {}
export const Member: Schema<Member> = schema;

/** A disabled member keeps their place and may not act until they are enabled again. */
export const MemberUpdate = z.object({ role: RoleOrGuest.optional(), disabled: z.boolean().optional() });

export const memberListQuery = pageQuery.extend({
  order: z.enum(['asc', 'desc']).default('desc'),
  role: z.enum([...roles, 'guest']).optional(),
  search: text({ max: 512 }).optional(),
  sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).default('joinedAt'),
});
