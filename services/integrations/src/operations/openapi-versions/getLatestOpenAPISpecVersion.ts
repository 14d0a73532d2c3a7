import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { needVersion } from '../../domain/openapi-versions.js';
import type { Integrations } from '../../integrations.js';
import { presentOpenApiVersion } from '../../present/openapi-version.js';

export const getLatestOpenAPISpecVersion = operation(
  contract.getLatestOpenAPISpecVersion,
  async ({ params, principal }, integrations: Integrations) => {
    const { spec, version } = await needVersion(integrations, params, principal);
    return presentOpenApiVersion(version, { spec, ...integrations });
  },
);
