import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { viewOf } from '../../domain/owners.js';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { presentIntegration } from '../../present/integration.js';

export const getIntegrationByName = operation(
  contract.getIntegrationByName,
  async ({ params, principal }, integrations: Integrations) => {
    const row = await visibleIntegration(integrations.db, params.integrationName, principal);
    return presentIntegration(row, await viewOf([row], principal, integrations));
  },
);
