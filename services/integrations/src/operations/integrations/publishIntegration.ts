import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { knownOrganization } from '../../domain/known-organization.js';
import { checkManifest, publish } from '../../domain/publish.js';
import { forgetTokens } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/integration.js';
import { presentIntegration } from '../../present/integration.js';

export const publishIntegration = operation(
  contract.publishIntegration,
  async ({ params: { integrationName: name }, body, principal, commit }, integrations: Integrations) => {
    const owner = await knownOrganization(body.organization, principal, integrations);
    authorizeInOrganization(principal, 'admin', owner.id);
    const checked = await checkManifest(body);
    const owners = new Map([[owner.id, owner]]);
    const done = await commit(async (tx) => {
      const row = await publish(tx, integrations, { name, organizationId: owner.id, checked });
      return presentIntegration(row, { principal, owners, publicUrl: integrations.publicUrl });
    });
    // What the integration may do can be less than before.
    await forgetTokens(integrations, { integration: name });
    return done;
  },
);
