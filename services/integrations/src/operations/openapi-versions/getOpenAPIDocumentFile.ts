import { contract } from '@quire/contract';
import { notFound, rawOperation, sha256 } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { findOpenApiSpecById } from '../../tables/openapi-spec.js';
import { readDocument } from '../../tables/openapi-version.js';

export const getOpenAPIDocumentFile = rawOperation(
  contract.getOpenAPIDocumentFile,
  async ({ params, headers }, { db, documentUrls }: Integrations) => {
    const claim = documentUrls.verify(params.fileToken);
    const versionId = 'version' in claim ? claim.version : await latestPublished(claim.spec);
    const found = versionId === null ? undefined : await readDocument(db, versionId);
    if (!found) throw notFound('document');
    const tag = `"${sha256(found.document).toString('base64url')}"`;
    const common = { ETag: tag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
    if (headers['if-none-match']?.includes(tag)) return { status: 304, headers: common };
    return {
      status: 200,
      headers: {
        ...common,
        'Content-Type': 'application/json; charset=utf-8',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      body: found.document,
    };

    async function latestPublished(id: string): Promise<string | null> {
      const spec = await findOpenApiSpecById(db, id);
      return spec?.visibility === 'public' ? spec.last_version_id : null;
    }
  },
);
