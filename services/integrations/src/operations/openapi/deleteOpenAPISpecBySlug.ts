import { contract, events } from '@quire/contract';
import { operation, recordEvent } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorize } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { deleteOpenApiSpec, lockOpenApiSpec } from '../../tables/openapi-spec.js';

export const deleteOpenAPISpecBySlug = operation(
  contract.deleteOpenAPISpecBySlug,
  async ({ params, principal, ifMatch, commit }, integrations: Integrations) =>
    commit(async (tx) => {
      const found = await lockOpenApiSpec(tx, params);
      const spec = authorize(principal, 'edit', { ...params, spec: found });
      ifMatch(presentOpenApiSpec(spec, { principal, ...integrations }));
      await deleteOpenApiSpec(tx, spec.id);
      await recordEvent(tx, events.openApiSpecDeleted, {
        subject: spec.id,
        sequence: spec.version + 1,
        data: { spec: spec.id, organization: spec.organization_id, slug: spec.slug },
      });
    }),
);
