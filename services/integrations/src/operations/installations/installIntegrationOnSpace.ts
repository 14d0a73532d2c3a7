import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { learnPlace } from '../../domain/known-places.js';
import { needInstallation } from '../../domain/need-installation.js';
import { addPlace } from '../../domain/places.js';
import { forgetTokens } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { presentSpaceInstallation } from '../../present/place.js';

export const installIntegrationOnSpace = operation(
  contract.installIntegrationOnSpace,
  async ({ params, body: { space: place }, principal, commit }, integrations: Integrations) => {
    const { db, clock, publicUrl } = integrations;
    const { installation } = await needInstallation(db, { params, principal, right: 'manage' });
    const { organization_id: organizationId } = installation;
    await learnPlace(integrations, 'space', { id: place, organizationId });
    const done = await commit(async (tx) => {
      const added = { params, kind: 'space' as const, place, principal, organizationId, now: clock() };
      return presentSpaceInstallation(await addPlace(tx, added), publicUrl);
    });
    await forgetTokens(integrations, { installation_id: installation.id });
    return done;
  },
);
