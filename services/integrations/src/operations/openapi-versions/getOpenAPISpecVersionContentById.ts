import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { readContent } from '../../domain/openapi-versions.js';
import type { Integrations } from '../../integrations.js';

export const getOpenAPISpecVersionContentById = operation(
  contract.getOpenAPISpecVersionContentById,
  ({ params, principal }, integrations: Integrations) => readContent(integrations, params, principal),
);
