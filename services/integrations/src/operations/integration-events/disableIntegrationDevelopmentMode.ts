import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeOwner } from '../../policies/integration.js';
import { deleteTunnel } from '../../tables/tunnel.js';

export const disableIntegrationDevelopmentMode = operation(
  contract.disableIntegrationDevelopmentMode,
  async ({ params: { integrationName: name }, principal, commit }, { db }: Integrations) => {
    authorizeOwner(principal, await visibleIntegration(db, name, principal));
    return commit((tx) => deleteTunnel(tx, name));
  },
);
