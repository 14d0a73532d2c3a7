import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { listIntegrationsAt } from '../../domain/integrations-at.js';
import type { Integrations } from '../../integrations.js';

export const listSiteIntegrations = operation(
  contract.listSiteIntegrations,
  async ({ params, query, principal }, integrations: Integrations) =>
    listIntegrationsAt(integrations, {
      kind: 'site',
      place: params.siteId,
      organizationId: params.organizationId,
      query,
      principal,
    }),
);
