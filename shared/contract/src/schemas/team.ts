import { z } from 'zod';
import { Member } from './member.js';
import { pageQuery } from './query.js';
import { Count, Id, text, Timestamp } from './text.js';
import type { Schema } from './schema.js';

export const TeamTitle = text({ min: 1, max: 64 });
export const TeamRole = z.enum(['owner', 'member']);
export type TeamRole = z.infer<typeof TeamRole>;

const schema = z
  .strictObject({
    object: z.literal('team'),
    id: z.string(),
    title: TeamTitle,
    members: Count,
    spaces: Count,
    createdAt: Timestamp,
    permissions: z.strictObject({ admin: z.boolean(), view: z.boolean() }),
  })
  .meta({ id: 'Team' });

export interface Team extends z.infer<typeof schema> {}
export const Team: Schema<Team> = schema;

const member = z
  .strictObject({
    organization: Member,
    team: z.strictObject({ role: TeamRole }),
    permissions: z.strictObject({ view: z.boolean() }),
  })
  .meta({ id: 'TeamMember' });

export interface TeamMember extends z.infer<typeof member> {}
export const TeamMember: Schema<TeamMember> = member;

const memberTeam = z
  .strictObject({ team: schema, member: z.strictObject({ role: TeamRole }) })
  .meta({ id: 'OrganizationMemberTeam' });

/** A team of one member, with the member's role in it. */
export interface MemberTeam extends z.infer<typeof memberTeam> {}
export const MemberTeam: Schema<MemberTeam> = memberTeam;

/** How many users one call may add to or remove from a team. */
const maxTeamChange = 10_000;
const UserIds = z.array(Id).max(maxTeamChange, `must name at most ${maxTeamChange} users`);

export const TeamCreate = z.object({ title: TeamTitle, members: UserIds.optional() });
export const TeamUpdate = z.object({ title: TeamTitle });
export const TeamMemberInput = z.object({ role: TeamRole.optional() });

/** Users are named by id or e-mail; who is in both `add` and `remove` is removed. */
export const TeamMembersUpdate = z.object({
  add: UserIds.optional(),
  remove: UserIds.optional(),
  memberships: z.record(Id, z.object({ role: TeamRole })).optional(),
});

export const teamListQuery = pageQuery.extend({ owner: Id.optional(), title: text({ max: 64 }).optional() });

export const memberTeamListQuery = pageQuery.extend({ title: text({ max: 64 }).optional() });
