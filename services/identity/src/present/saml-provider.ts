import type { SamlProvider, SsoLogin } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { isActive, serviceAddresses } from '../domain/saml/service-provider.js';
import type { SamlProviderRow } from '../tables/saml-provider.js';
import type { TeamRow } from '../tables/team.js';
import { presentTeam } from './team.js';

export interface SamlProviderViewer {
  principal: Principal;
  /** The teams that providers let people join, by id. */
  teams: ReadonlyMap<string, TeamRow>;
  publicUrl: string;
}

export function presentSamlProvider(
  row: SamlProviderRow,
  { principal, teams, publicUrl }: SamlProviderViewer,
): SamlProvider {
  const team = row.default_team_id === null ? undefined : teams.get(row.default_team_id);
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    status: isActive(row) ? 'active' : 'pending',
    ...(row.sso_url === null ? {} : { ssoURL: row.sso_url }),
    ...(row.entity_id === null ? {} : { entityID: row.entity_id }),
    ...(row.certificate === null ? {} : { certificate: row.certificate }),
    ...(team ? { defaultTeam: presentTeam(team, principal) } : {}),
    defaultRole: row.default_role,
    createdAt: row.created_at.toISOString(),
    service: serviceAddresses(row, publicUrl),
    urls: { location: `${publicUrl}/v1/orgs/${row.organization_id}/saml/${row.id}` },
  };
}

export function presentSsoLogin(
  row: Pick<SamlProviderRow, 'id' | 'organization_id' | 'label'>,
  publicUrl: string,
): SsoLogin {
  return { id: row.id, label: row.label, startURL: serviceAddresses(row, publicUrl).startURL };
}
