import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { presentAsset } from '../../present/asset.js';
import { countImages, listImages } from '../../tables/image.js';

export const listIntegrationAssets = operation(
  contract.listIntegrationAssets,
  async ({ params, query, principal }, { db, publicUrl }: Integrations) => {
    const { name } = await visibleIntegration(db, params.integrationName, principal);
    const { limit, page } = query;
    return listOf(await listImages(db, name, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countImages(db, name),
      cursor: (row) => [row.name],
      present: (row) => presentAsset(row, { integration: name, publicUrl }),
    });
  },
);
