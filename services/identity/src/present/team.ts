import type { MemberTeam, Team, TeamMember } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { maySeeMember } from '../policies/member.js';
import { teamPermissions } from '../policies/team.js';
import type { MemberTeamRow, TeamMemberRow } from '../tables/team-member.js';
import type { TeamRow } from '../tables/team.js';
import { presentMember } from './member.js';

export function presentTeam(team: TeamRow, principal: Principal): Team {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.members,
    spaces: team.spaces,
    createdAt: team.created_at.toISOString(),
    permissions: teamPermissions(principal, team),
  };
}

export function presentTeamMember(
  member: TeamMemberRow,
  { principal, publicUrl }: { principal: Principal; publicUrl: string },
): TeamMember {
  return {
    organization: presentMember(member, publicUrl),
    team: { role: member.team_role },
    permissions: {
      view: maySeeMember(principal, { organizationId: member.organization_id, userId: member.user_id }),
    },
  };
}

export function presentMemberTeam(team: MemberTeamRow, principal: Principal): MemberTeam {
  return { team: presentTeam(team, principal), member: { role: team.member_role } };
}
