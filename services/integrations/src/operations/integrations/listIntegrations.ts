import { contract, type Integration } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';

export const listIntegrations = operation(contract.listIntegrations, async ({ query }, _integrations: Integrations) => {
  idCursor(query.page);
  // Nothing can be published yet.
  const rows: Integration[] = [];
  return listOf(rows, { limit: query.limit, count: 0, cursor: ({ name }) => [name], present: (row) => row });
});
