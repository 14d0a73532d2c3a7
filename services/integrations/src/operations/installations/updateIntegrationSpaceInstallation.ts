import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changePlace } from '../../domain/places.js';
import type { Integrations } from '../../integrations.js';
import { presentSpaceInstallation } from '../../present/place.js';

export const updateIntegrationSpaceInstallation = operation(
  contract.updateIntegrationSpaceInstallation,
  async ({ params, body, principal, ifMatch, commit }, { clock, publicUrl }: Integrations) =>
    commit(async (tx) => {
      const path = { params, kind: 'space' as const, place: params.spaceId, principal };
      const changed = await changePlace(tx, path, {
        change: body,
        now: clock(),
        check: (shown) => ifMatch(presentSpaceInstallation(shown, publicUrl)),
      });
      return presentSpaceInstallation(changed, publicUrl);
    }),
);
