import type { OpenApiSpecVersion } from '@quire/contract';
import type { DocumentUrls } from '../domain/document-urls.js';
import type { OpenApiSpecRow } from '../tables/openapi-spec.js';
import type { OpenApiVersionRow } from '../tables/openapi-version.js';
import { openApiLocation } from './openapi-spec.js';

export function presentOpenApiVersion(
  row: OpenApiVersionRow,
  { spec, publicUrl, documentUrls }: { spec: OpenApiSpecRow; publicUrl: string; documentUrls: DocumentUrls },
): OpenApiSpecVersion {
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: row.created_at.toISOString(),
    url: documentUrls.version(row.id),
    urls: { location: `${openApiLocation(publicUrl, spec)}/versions/${row.id}` },
  };
}
