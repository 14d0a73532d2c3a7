import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { removePlace } from '../../domain/places.js';
import { forgetTokens } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { presentSiteInstallation } from '../../present/place.js';

export const uninstallIntegrationFromSite = operation(
  contract.uninstallIntegrationFromSite,
  async ({ params, principal, ifMatch, commit }, integrations: Integrations) => {
    const path = { params, kind: 'site' as const, place: params.siteId, principal, now: integrations.clock() };
    const done = await commit((tx) =>
      removePlace(tx, path, (shown) => ifMatch(presentSiteInstallation(shown, integrations.publicUrl))),
    );
    await forgetTokens(integrations, { installation_id: params.installationId });
    return done;
  },
);
