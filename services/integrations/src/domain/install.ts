import { conflict, forbidden, newId, notFound, type Principal, type Tx } from '@quire/runtime';
import { sees } from '../policies/integration.js';
import { findInstallation, insertInstallation, type InstallationView } from '../tables/installation.js';
import { type IntegrationRow, shareIntegration } from '../tables/integration.js';
import { statusFor, withDefaults } from './configuration.js';
import { tellSetup } from './events/tell-setup.js';
import { tellInstallation } from './installations.js';

/** Installs an integration at an organization; it may act on nothing there yet. */
export async function install(
  tx: Tx,
  { name, organizationId, principal, now }: { name: string; organizationId: string; principal: Principal; now: Date },
): Promise<InstallationView> {
  const integration = await shareIntegration(tx, name);
  if (!integration || !sees(principal, integration)) throw notFound('integration');
  requireInstallable(integration, organizationId);
  const schema = integration.configurations?.account;
  const configuration = withDefaults({}, schema);
  const row = await insertInstallation(tx, {
    id: newId(),
    integration: name,
    organization_id: organizationId,
    status: statusFor(configuration, { schema, wasConfigured: false }),
    space_selection: 'selected',
    site_selection: 'selected',
    configuration,
    external_ids: [],
    created_at: now,
    updated_at: now,
    version: 1,
  });
  if (!row) throw conflict(`"${name}" is installed at this organization already.`);
  await tellInstallation(tx, 'installationCreated', { row, integration });
  await tellSetup(tx, { installation: row, state: row, now });
  return (await findInstallation(tx, row))!;
}

function requireInstallable({ visibility, organization_id }: IntegrationRow, organizationId: string): void {
  if (visibility === 'private' && organization_id !== organizationId)
    throw forbidden('A private integration is installed at the organization that owns it, and nowhere else.');
}
