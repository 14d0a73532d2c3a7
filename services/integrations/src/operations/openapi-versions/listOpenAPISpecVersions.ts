import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorize } from '../../policies/openapi-spec.js';
import { presentOpenApiVersion } from '../../present/openapi-version.js';
import { findOpenApiSpec } from '../../tables/openapi-spec.js';
import { countOpenApiVersions, listOpenApiVersions } from '../../tables/openapi-version.js';

export const listOpenAPISpecVersions = operation(
  contract.listOpenAPISpecVersions,
  async ({ params, query: { page, limit }, principal }, integrations: Integrations) => {
    const { db } = integrations;
    const found = await findOpenApiSpec(db, params);
    const spec = authorize(principal, 'view', { ...params, spec: found });
    const rows = await listOpenApiVersions(db, spec.id, { before: idCursor(page), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countOpenApiVersions(db, spec.id),
      cursor: ({ id }) => [id],
      present: (row) => presentOpenApiVersion(row, { spec, ...integrations }),
    });
  },
);
