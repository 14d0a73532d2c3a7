import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeInstallation } from '../../domain/change-installation.js';
import { needLockedInstallation } from '../../domain/need-installation.js';
import { forgetTokens } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { presentInstallation } from '../../present/installation.js';

export const updateIntegrationInstallation = operation(
  contract.updateIntegrationInstallation,
  async ({ params, body, principal, ifMatch, commit }, integrations: Integrations) => {
    const { clock, publicUrl } = integrations;
    const done = await commit(async (tx) => {
      const installed = await needLockedInstallation(tx, { params, principal, right: 'configure' });
      ifMatch(presentInstallation(installed.installation, publicUrl));
      const row = await changeInstallation(tx, installed, { body, principal, now: clock() });
      return presentInstallation(row, publicUrl);
    });
    await forgetTokens(integrations, { installation_id: params.installationId });
    return done;
  },
);
