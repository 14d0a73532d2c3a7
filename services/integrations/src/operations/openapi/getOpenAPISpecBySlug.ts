import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorize } from '../../policies/openapi-spec.js';
import { presentOpenApiSpec } from '../../present/openapi-spec.js';
import { findOpenApiSpec } from '../../tables/openapi-spec.js';

export const getOpenAPISpecBySlug = operation(
  contract.getOpenAPISpecBySlug,
  async ({ params, principal }, integrations: Integrations) => {
    const found = await findOpenApiSpec(integrations.db, params);
    const spec = authorize(principal, 'view', { ...params, spec: found });
    return presentOpenApiSpec(spec, { principal, ...integrations });
  },
);
