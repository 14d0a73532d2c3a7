import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { removePlace } from '../../domain/places.js';
import { forgetTokens } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { presentSpaceInstallation } from '../../present/place.js';

export const uninstallIntegrationFromSpace = operation(
  contract.uninstallIntegrationFromSpace,
  async ({ params, principal, ifMatch, commit }, integrations: Integrations) => {
    const path = { params, kind: 'space' as const, place: params.spaceId, principal, now: integrations.clock() };
    const done = await commit((tx) =>
      removePlace(tx, path, (shown) => ifMatch(presentSpaceInstallation(shown, integrations.publicUrl))),
    );
    await forgetTokens(integrations, { installation_id: params.installationId });
    return done;
  },
);
