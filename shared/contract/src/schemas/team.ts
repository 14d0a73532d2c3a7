import { z } from 'zod';
import { Member } from './member.js';
import { pageQuery } from './query.js';
import { Count, Id, pattern, text, Timestamp } from './text.js';
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
const tooMany = `must name at most ${maxTeamChange} users`;

/** A member of the organization by user id or e-mail address, the address in any case. */
const MemberName = pattern(/^\S+$/, 'be a user id or an e-mail address, without white space', { min: 1, max: 256 });
const MemberNames = z.array(MemberName).max(maxTeamChange, tooMany);

export const TeamCreate = z.object({ title: TeamTitle, members: MemberNames.optional() });
export const TeamUpdate = z.object({ title: TeamTitle });
export const TeamMemberInput = z.object({ role: TeamRole.optional() });

/** Who is in both `remove` and another list is removed. */
export const TeamMembersUpdate = z.object({
  add: MemberNames.optional(),
  remove: MemberNames.optional(),
  memberships: z
    .record(MemberName, z.object({ role: TeamRole }), {
      error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
    })
    .refine((memberships) => Object.keys(memberships).length <= maxTeamChange, tooMany)
    .optional(),
});

export const teamListQuery = pageQuery.extend({ owner: Id.optional(), title: text({ max: 64 }).optional() });

export const memberTeamListQuery = pageQuery.extend({ title: text({ max: 64 }).optional() });
