import { internalContract } from '@quire/contract';
import { internalRoute, notFound } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { readDocument } from '../../tables/openapi-version.js';

export const getOpenApiDocument = internalRoute(
  internalContract.getOpenApiDocument,
  async ({ body }, { db }: Integrations) => {
    const found = await readDocument(db, body.version);
    if (!found) throw notFound('version');
    return { ...found, document: JSON.parse(found.document) as Record<string, unknown> };
  },
);
