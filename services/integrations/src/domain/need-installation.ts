import { type Db, notFound, type Principal, type Tx } from '@quire/runtime';
import { authorizeInstallation, type InstallationRight } from '../policies/installation.js';
import { findInstallation, type InstallationView, lockInstallation } from '../tables/installation.js';
import { findIntegration, type IntegrationRow } from '../tables/integration.js';

/** An installation as it is named in paths. */
export interface InstallationPath {
  integrationName: string;
  installationId: string;
}

export interface Installed {
  installation: InstallationView;
  integration: IntegrationRow;
}

type Asked = { params: InstallationPath; principal: Principal; right: InstallationRight };

/** The installation with its integration, for those who have the right to it. */
export const needInstallation = (db: Db, asked: Asked): Promise<Installed> => need(db, findInstallation, asked);

/** The same, kept for changes by this transaction alone. */
export const needLockedInstallation = (tx: Tx, asked: Asked): Promise<Installed> => need(tx, lockInstallation, asked);

async function need<D extends Db>(
  db: D,
  find: (db: D, key: { integration: string; id: string }) => Promise<InstallationView | undefined>,
  { params, principal, right }: Asked,
): Promise<Installed> {
  const installation = await find(db, { integration: params.integrationName, id: params.installationId });
  const integration = installation && (await findIntegration(db, installation.integration));
  if (!integration) throw notFound('installation');
  authorizeInstallation(principal, right, { installation, integration });
  return { installation, integration };
}
