import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changePlace } from '../../domain/places.js';
import type { Integrations } from '../../integrations.js';
import { presentSiteInstallation } from '../../present/place.js';

export const updateIntegrationSiteInstallation = operation(
  contract.updateIntegrationSiteInstallation,
  async ({ params, body, principal, ifMatch, commit }, { clock, publicUrl }: Integrations) =>
    commit(async (tx) => {
      const path = { params, kind: 'site' as const, place: params.siteId, principal };
      const changed = await changePlace(tx, path, {
        change: body,
        now: clock(),
        check: (shown) => ifMatch(presentSiteInstallation(shown, publicUrl)),
      });
      return presentSiteInstallation(changed, publicUrl);
    }),
);
