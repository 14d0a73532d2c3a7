import { contract } from '@quire/contract';
import { notFound, rawOperation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { findImage } from '../../tables/image.js';

export const getIntegrationAsset = rawOperation(
  contract.getIntegrationAsset,
  async ({ params, headers }, { db }: Integrations) => {
    const tag = `"${params.assetName}"`;
    const common = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ETag: tag,
    };
    const image = await findImage(db, params.integrationName, params.assetName);
    if (!image) throw notFound('image');
    if (headers['if-none-match']?.includes(tag)) return { status: 304, headers: common };
    const described = { 'Content-Type': image.content_type, 'Content-Length': String(image.bytes.length) };
    return { status: 200, headers: { ...common, ...described }, body: image.bytes };
  },
);
