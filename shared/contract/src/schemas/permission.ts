import { z } from 'zod';
import { pageQuery } from './query.js';
import { Role, RoleOrGuest } from './role.js';
import type { Schema } from './schema.js';
import { Space } from './space.js';
import { Team } from './team.js';
import { Id } from './text.js';
import { User } from './user.js';

const user = z.strictObject({ permission: Role, user: User }).meta({ id: 'UserContentPermission' });

/** What a user was granted on a space or collection. */
export interface UserContentPermission extends z.infer<typeof user> {}
export const UserContentPermission: Schema<UserContentPermission> = user;

const team = z.strictObject({ permission: Role, team: Team }).meta({ id: 'TeamContentPermission' });

/** What a team was granted on a space or collection. */
export interface TeamContentPermission extends z.infer<typeof team> {}
export const TeamContentPermission: Schema<TeamContentPermission> = team;

/**
 * Where a level comes from: the role in the organization, the default level of a space or collection, or what was granted
 * there to the user or to one of their teams.
 */
export const PermissionSource = z.strictObject({
  type: z.enum(['organization', 'default', 'user', 'team']),
  space: z.string().optional(),
  collection: z.string().optional(),
  team: z.string().optional(),
});
export type PermissionSource = z.infer<typeof PermissionSource>;

const access = user.extend({ source: PermissionSource }).meta({ id: 'ContentAccess' });

/** Somebody who can see a space or collection, their level, and where it comes from. */
export interface ContentAccess extends z.infer<typeof access> {}
export const ContentAccess: Schema<ContentAccess> = access;

export const accessListQuery = pageQuery.extend({ role: Role.optional() });

const space = z.strictObject({ permission: Role, space: Space }).meta({ id: 'MemberContentPermission' });

/** A space that a member sees, with their level on it. */
export interface MemberContentPermission extends z.infer<typeof space> {}
export const MemberContentPermission: Schema<MemberContentPermission> = space;

export const memberSpaceListQuery = pageQuery.extend({ order: z.enum(['asc', 'desc']).default('desc') });

/** How many users, and how many teams, one call may name. */
const maxSubjects = 1000;
const Subjects = z
  .array(Id)
  .min(1, 'must name at least one')
  .max(maxSubjects, `must name at most ${maxSubjects}`)
  .optional();

/** The role null takes away what was granted. */
export const ContentInvite = z
  .object({ role: RoleOrGuest, users: Subjects, teams: Subjects })
  .refine(({ users, teams }) => users !== undefined || teams !== undefined, 'must name `users` or `teams`');

export const PermissionUpdate = z.object({ role: RoleOrGuest.optional() });
