import type { NewMember } from '../tables/member.js';
import type { OrganizationRow } from '../tables/organization.js';
import type { TeamRow } from '../tables/team.js';
import type { UserRow } from '../tables/user.js';

export function userFact(user: UserRow) {
  return {
    subject: user.id,
    sequence: user.version,
    data: {
      user: user.id,
      displayName: user.display_name,
      email: user.email,
      ...(user.photo_url === null ? {} : { photoURL: user.photo_url }),
    },
  };
}

export function organizationFact(row: OrganizationRow) {
  return {
    subject: row.id,
    sequence: row.version,
    data: {
      organization: row.id,
      title: row.title,
      createdAt: row.created_at.toISOString(),
      type: row.type,
      ...(row.use_case === null ? {} : { useCase: row.use_case }),
      ...(row.community_type === null ? {} : { communityType: row.community_type }),
      ...(row.hostname === null ? {} : { hostname: row.hostname }),
      emailDomains: row.email_domains,
      defaultRole: row.default_role,
      defaultContent: row.default_content,
      sso: row.sso,
      ai: row.ai,
      inviteLinks: row.invite_links,
      plan: 'enterprise_2024' as const,
      ...(row.logo_url === null ? {} : { logo: row.logo_url }),
    },
  };
}

export function memberFact(member: Pick<NewMember, 'organization_id' | 'user_id' | 'role' | 'version'>) {
  return {
    subject: `${member.organization_id}/${member.user_id}`,
    sequence: member.version,
    data: { organization: member.organization_id, user: member.user_id, role: member.role },
  };
}

export type TeamFactRow = Pick<TeamRow, 'id' | 'organization_id' | 'title' | 'version'>;

export function teamFact({ id, organization_id, title, version }: TeamFactRow) {
  return { subject: id, sequence: version, data: { team: id, organization: organization_id, title } };
}

/** What changed in a team: users who came, who have another role, who went. */
export function teamMembersFact(
  team: TeamFactRow,
  { added = [], changed = [], removed = [] }: { added?: string[]; changed?: string[]; removed?: string[] },
) {
  const fact = teamFact(team);
  return { ...fact, data: { ...fact.data, added, changed, removed } };
}
