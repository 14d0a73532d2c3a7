import type { Organization } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { organizationPermissions } from '../policies/organization.js';
import type { OrganizationRow } from '../tables/organization.js';

export interface OrganizationViewer {
  principal: Principal;
  /** Ids of organizations in which the caller owns a team. */
  ownTeams: ReadonlySet<string>;
  publicUrl: string;
}

export function presentOrganization(
  row: OrganizationRow,
  { principal, ownTeams, publicUrl }: OrganizationViewer,
): Organization {
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    emailDomains: row.email_domains,
    ...(row.hostname === null ? {} : { hostname: row.hostname }),
    type: row.type,
    ...(row.use_case === null ? {} : { useCase: row.use_case }),
    ...(row.community_type === null ? {} : { communityType: row.community_type }),
    defaultRole: row.default_role,
    defaultContent: row.default_content,
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    plan: 'enterprise_2024',
    urls: {
      location: `${publicUrl}/v1/orgs/${row.id}`,
      app: `${publicUrl}/app/organization/${row.id}`,
      ...(row.logo_url === null ? {} : { logo: row.logo_url }),
    },
    permissions: organizationPermissions(principal, row.id, ownTeams.has(row.id)),
  };
}
