import type { Db, Principal } from '@quire/runtime';
import type { IdentityConfig } from '../config.js';
import type { OrganizationViewer } from '../present/organization.js';
import { organizationsWithOwnTeam } from '../tables/team-member.js';

/** The caller, with what their permissions in organizations hang on. */
export async function viewerOf(
  principal: Principal,
  { db, config }: { db: Db; config: IdentityConfig },
  organizationIds = Object.keys(principal.organizations),
): Promise<OrganizationViewer> {
  const withTeams = organizationIds.filter((id) => principal.organizations[id]?.teams.length);
  const ownTeams =
    withTeams.length > 0 ? await organizationsWithOwnTeam(db, principal.userId, withTeams) : new Set<string>();
  return { principal, ownTeams, publicUrl: config.PUBLIC_URL };
}
