import { conflict, type Db, type Principal, notFound, type Tx } from '@quire/runtime';
import type { SamlProviderViewer } from '../../present/saml-provider.js';
import { lockOrganization } from '../../tables/organization.js';
import {
  deleteSamlProvider,
  findDefaultTeams,
  hasActiveSamlProvider,
  lockSamlProvider,
  type SamlProviderKey,
  type SamlProviderRow,
} from '../../tables/saml-provider.js';
import { findTeam } from '../../tables/team.js';

/** What it takes to show providers to a caller. */
export async function providerViewer(
  db: Db,
  providers: readonly Pick<SamlProviderRow, 'default_team_id'>[],
  { principal, publicUrl }: { principal: Principal; publicUrl: string },
): Promise<SamlProviderViewer> {
  return { principal, publicUrl, teams: await findDefaultTeams(db, providers, principal.userId) };
}

/** Throws 404 for a team that is none of the organization's. */
export async function requireTeam(
  db: Db,
  { organizationId, teamId }: { organizationId: string; teamId: string | null | undefined },
): Promise<void> {
  if (teamId != null && !(await findTeam(db, { organizationId, teamId }, ''))) throw notFound('team');
}

/** Removes a provider, unless it is the last one of an organization that nobody could enter without: 409. */
export async function removeSamlProvider(
  tx: Tx,
  key: SamlProviderKey,
  check: (provider: SamlProviderRow) => Promise<void>,
): Promise<void> {
  const organization = await lockOrganization(tx, key.organizationId);
  const provider = await lockSamlProvider(tx, key);
  if (!organization || !provider) throw notFound('SAML provider');
  await check(provider);
  if (organization.sso && !(await hasActiveSamlProvider(tx, key.organizationId, { except: provider.id }))) {
    throw conflict(
      'The organization requires single sign-on, and this is the last provider to sign on with. Add another one, or set `sso` of the organization to false first.',
    );
  }
  await deleteSamlProvider(tx, provider.id);
}
