import { internalContract } from '@quire/contract';
import { internalRoute, notFound } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { findOpenApiSpec as findRow } from '../../tables/openapi-spec.js';

export const findOpenApiSpec = internalRoute(
  internalContract.findOpenApiSpec,
  async ({ body }, { db }: Integrations) => {
    const row = await findRow(db, { organizationId: body.organization, specSlug: body.slug });
    if (!row) throw notFound('OpenAPI specification');
    return { spec: row.id, version: row.last_version_id, visibility: row.visibility };
  },
);
