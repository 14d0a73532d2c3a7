import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { countOpenApiSpecs, listOpenApiSpecs } from '../../tables/openapi-spec.js';

export const listOpenAPISpecs = operation(
  contract.listOpenAPISpecs,
  async ({ params: { organizationId }, query: { page, limit }, principal }, integrations: Integrations) => {
    authorizeInOrganization(principal, 'view', organizationId);
    const { db } = integrations;
    const rows = await listOpenApiSpecs(db, organizationId, { after: idCursor(page), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countOpenApiSpecs(db, organizationId),
      cursor: ({ id }) => [id],
      present: (row) => presentOpenApiSpec(row, { principal, ...integrations }),
    });
  },
);
