import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { tellSetup } from '../../domain/events/tell-setup.js';
import { tellInstallation } from '../../domain/installations.js';
import { needLockedInstallation } from '../../domain/need-installation.js';
import { forgetHashes } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { presentInstallation } from '../../present/installation.js';
import { deleteInstallation } from '../../tables/installation.js';
import { deleteTokens } from '../../tables/token.js';

export const uninstallIntegration = operation(
  contract.uninstallIntegration,
  async ({ params, principal, ifMatch, commit }, integrations: Integrations) => {
    let hashes: string[] = [];
    const done = await commit(async (tx) => {
      const { installation, integration } = await needLockedInstallation(tx, { params, principal, right: 'manage' });
      ifMatch(presentInstallation(installation, integrations.publicUrl));
      hashes = await deleteTokens(tx, { installation_id: installation.id });
      await deleteInstallation(tx, installation.id);
      await tellInstallation(tx, 'installationDeleted', { row: installation, integration });
      await tellSetup(tx, { installation, previous: installation, now: integrations.clock() });
    });
    await forgetHashes(integrations, hashes);
    return done;
  },
);
