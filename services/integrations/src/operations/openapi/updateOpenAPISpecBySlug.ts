import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorize } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { lockOpenApiSpec, updateOpenApiSpec } from '../../tables/openapi-spec.js';

export const updateOpenAPISpecBySlug = operation(
  contract.updateOpenAPISpecBySlug,
  async ({ params, body: { visibility }, principal, ifMatch, commit }, integrations: Integrations) =>
    commit(async (tx) => {
      const found = await lockOpenApiSpec(tx, params);
      const spec = authorize(principal, 'edit', { ...params, spec: found });
      const viewer = { principal, ...integrations };
      ifMatch(presentOpenApiSpec(spec, viewer));
      if (spec.visibility === visibility) return presentOpenApiSpec(spec, viewer);
      const changes = { visibility, updated_at: integrations.clock() };
      return presentOpenApiSpec(await updateOpenApiSpec(tx, spec.id, changes), viewer);
    }),
);
