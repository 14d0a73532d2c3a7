import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { install } from '../../domain/install.js';
import { knownOrganization } from '../../domain/known-organization.js';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/integration.js';
import { presentInstallation } from '../../present/installation.js';

export const installIntegration = operation(
  contract.installIntegration,
  async ({ params: { integrationName: name }, body, principal, commit }, integrations: Integrations) => {
    const { db, clock, publicUrl } = integrations;
    await visibleIntegration(db, name, principal);
    const { id: organizationId } = await knownOrganization(body.organization, principal, integrations);
    authorizeInOrganization(principal, 'admin', organizationId);
    return commit(async (tx) =>
      presentInstallation(await install(tx, { name, organizationId, principal, now: clock() }), publicUrl),
    );
  },
);
