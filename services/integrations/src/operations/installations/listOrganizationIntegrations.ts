import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { viewOf } from '../../domain/owners.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/integration.js';
import { presentIntegration } from '../../present/integration.js';
import { countIntegrations, listIntegrations } from '../../tables/integration.js';

export const listOrganizationIntegrations = operation(
  contract.listOrganizationIntegrations,
  async ({ params: { organizationId }, query, principal }, integrations: Integrations) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const { page, limit, search } = query;
    const filter = { search, organizations: [organizationId] };
    const rows = await listIntegrations(integrations.db, filter, { after: idCursor(page), limit: limit + 1 });
    const view = await viewOf(rows.slice(0, limit), principal, integrations);
    return listOf(rows, {
      limit,
      count: await countIntegrations(integrations.db, filter),
      cursor: ({ name }) => [name],
      present: (row) => presentIntegration(row, view),
    });
  },
);
