import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import { requestProcessing, sourceOf } from '../../domain/openapi-processing.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { insertUnlessThere, lockOpenApiSpec } from '../../tables/openapi-spec.js';

export const createOrUpdateOpenAPISpecBySlug = operation(
  contract.createOrUpdateOpenAPISpecBySlug,
  async ({ params, body, principal, ifMatch, commit }, integrations: Integrations) => {
    const { organizationId, specSlug } = params;
    authorizeInOrganization(principal, 'edit', organizationId);
    const { source, visibility } = body;
    const given = sourceOf(source);
    const viewer = { principal, ...integrations };
    return commit(async (tx) => {
      const now = integrations.clock();
      const spec = { id: newId(), organization_id: organizationId, slug: specSlug, ...given };
      const times = { created_at: now, updated_at: now };
      const added = await insertUnlessThere(tx, { ...spec, visibility: visibility ?? 'private', ...times });
      const row = added ?? (await lockOpenApiSpec(tx, params))!;
      ifMatch(added ? null : presentOpenApiSpec(row, viewer));
      const changes = { ...given, visibility: visibility ?? row.visibility };
      return presentOpenApiSpec(await requestProcessing(tx, row, { ...changes, now }), viewer);
    });
  },
);
