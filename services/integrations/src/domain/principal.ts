import type { Db, Principal, Selection } from '@quire/runtime';
import { findInstallation, type InstallationRow } from '../tables/installation.js';
import { findIntegration, type IntegrationRow } from '../tables/integration.js';
import { type PlaceKind, selectedPlaces } from '../tables/place.js';
import type { TokenRow } from '../tables/token.js';

/** Who calls with a token: what they may reach is read anew each time, not kept with the token. */
export async function principalOf(db: Db, token: TokenRow, publicUrl: string): Promise<Principal | undefined> {
  const integration = await findIntegration(db, token.integration);
  if (!integration) return undefined;
  const common = { ...callerAs(integration, publicUrl), tokenId: token.id };
  if (token.installation_id === null) return { ...common, kind: 'integration', userId: integration.name };
  const installation = await findInstallation(db, { integration: integration.name, id: token.installation_id });
  if (!installation) return undefined;
  return {
    ...common,
    kind: 'installation',
    userId: installation.id,
    // As a guest: it sees what it is installed on, and nothing by being there.
    organizations: { [installation.organization_id]: { role: null, teams: [] } },
    installation: {
      id: installation.id,
      organization: installation.organization_id,
      spaces: await selection(db, installation, 'space'),
      sites: await selection(db, installation, 'site'),
      scopes: integration.scopes,
    },
  };
}

const callerAs = ({ name, title, icon }: IntegrationRow, publicUrl: string) => ({
  displayName: title,
  email: `${name}@integrations.${new URL(publicUrl).hostname}`,
  ...(icon === null ? {} : { photoURL: `${publicUrl}/v1/integrations/${name}/assets/${icon}` }),
  instanceAdmin: false,
  organizations: {},
  signOn: {},
  scopes: ['read' as const, 'write' as const],
  integration: name,
});

async function selection(db: Db, row: InstallationRow, kind: PlaceKind): Promise<Selection> {
  if (row[`${kind}_selection`] === 'all') return 'all';
  return selectedPlaces(db, { kind, installation: row.id });
}
