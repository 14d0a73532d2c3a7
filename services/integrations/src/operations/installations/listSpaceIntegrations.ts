import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { listIntegrationsAt } from '../../domain/integrations-at.js';
import type { Integrations } from '../../integrations.js';

export const listSpaceIntegrations = operation(
  contract.listSpaceIntegrations,
  async ({ params, query, principal }, integrations: Integrations) =>
    listIntegrationsAt(integrations, { kind: 'space', place: params.spaceId, query, principal }),
);
