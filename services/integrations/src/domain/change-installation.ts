import type { BodyOf, contract } from '@quire/contract';
import { conflict, type Principal, type Tx } from '@quire/runtime';
import { authorizeInstallation } from '../policies/installation.js';
import { findInstallation, type InstallationView, updateInstallation } from '../tables/installation.js';
import type { IntegrationRow } from '../tables/integration.js';
import type { PlaceKind } from '../tables/place.js';
import { checkConfiguration, statusFor } from './configuration.js';
import { tellSetup } from './events/tell-setup.js';
import { tellInstallation } from './installations.js';

/** What integrations may be installed on, by what they are made for. */
export function requireTarget({ target }: Pick<IntegrationRow, 'target'>, kind: PlaceKind): void {
  if (target !== 'all' && target !== kind) throw conflict(`This integration is not made for ${kind}s.`);
}

/** Changes an installation that the transaction has locked. */
export async function changeInstallation(
  tx: Tx,
  { installation, integration }: { installation: InstallationView; integration: IntegrationRow },
  {
    body,
    principal,
    now,
  }: { body: BodyOf<typeof contract.updateIntegrationInstallation>; principal: Principal; now: Date },
): Promise<InstallationView> {
  const { space_selection, site_selection, configuration, externalIds } = body;
  const reaches = space_selection !== undefined || site_selection !== undefined;
  authorizeInstallation(principal, reaches ? 'manage' : 'configure', { installation, integration });
  if (space_selection === 'all') requireTarget(integration, 'space');
  if (site_selection === 'all') requireTarget(integration, 'site');
  const schema = integration.configurations?.account;
  const checked = configuration && checkConfiguration(configuration, schema);
  await updateInstallation(tx, installation.id, {
    space_selection,
    site_selection,
    configuration: checked,
    external_ids: externalIds,
    ...(checked ? { status: statusFor(checked, { schema, wasConfigured: true }) } : {}),
    updated_at: now,
  });
  const row = (await findInstallation(tx, installation))!;
  await tellInstallation(tx, 'installationUpdated', { row, integration });
  await tellSetup(tx, { installation, previous: installation, state: row, now });
  return row;
}
