import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { viewOf } from '../../domain/owners.js';
import type { Integrations } from '../../integrations.js';
import { memberships } from '../../policies/integration.js';
import { presentIntegration } from '../../present/integration.js';
import { countIntegrations, listIntegrations as listRows } from '../../tables/integration.js';

export const listIntegrations = operation(
  contract.listIntegrations,
  async ({ query, principal }, integrations: Integrations) => {
    const { page, limit, ...wanted } = query;
    const filter = { ...wanted, organizations: memberships(principal) };
    const rows = await listRows(integrations.db, filter, { after: idCursor(page), limit: limit + 1 });
    const view = await viewOf(rows.slice(0, limit), principal, integrations);
    return listOf(rows, {
      limit,
      count: await countIntegrations(integrations.db, filter),
      cursor: ({ name }) => [name],
      present: (row) => presentIntegration(row, view),
    });
  },
);
