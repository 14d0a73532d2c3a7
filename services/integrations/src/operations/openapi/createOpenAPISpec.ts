import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import { requestProcessing, sourceOf } from '../../domain/openapi-processing.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { insertOpenApiSpec } from '../../tables/openapi-spec.js';

export const createOpenAPISpec = operation(
  contract.createOpenAPISpec,
  async ({ params: { organizationId }, body, principal, commit }, integrations: Integrations) => {
    authorizeInOrganization(principal, 'edit', organizationId);
    const { slug, source, visibility = 'private' } = body;
    const given = sourceOf(source);
    return commit(async (tx) => {
      const now = integrations.clock();
      const spec = { id: newId(), organization_id: organizationId, slug, visibility, ...given };
      const row = await insertOpenApiSpec(tx, { ...spec, created_at: now, updated_at: now });
      return presentOpenApiSpec(await requestProcessing(tx, row, { now }), { principal, ...integrations });
    });
  },
);
