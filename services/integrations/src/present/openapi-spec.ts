import type { OpenApiSpec } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import type { DocumentUrls } from '../domain/document-urls.js';
import { may, openApiPermissions } from '../policies/openapi-spec.js';
import type { OpenApiSpecRow } from '../tables/openapi-spec.js';

export interface OpenApiViewer {
  principal: Principal;
  publicUrl: string;
  documentUrls: DocumentUrls;
}

/** The address of a specification in the API. */
export const openApiLocation = (publicUrl: string, { organization_id, slug }: OpenApiSpecRow): string =>
  `${publicUrl}/v1/orgs/${encodeURIComponent(organization_id)}/openapi/${slug}`;

export function presentOpenApiSpec(
  row: OpenApiSpecRow,
  { principal, publicUrl, documentUrls }: OpenApiViewer,
): OpenApiSpec {
  // The address may hold a secret, and what is wrong there tells of it: both are for those inside only.
  const isInside = may(principal, 'view', row.organization_id);
  const isPublished = row.visibility === 'public' && row.last_version_id !== null;
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    slug: row.slug,
    ...(row.source_url !== null && isInside ? { sourceURL: row.source_url } : {}),
    processingState: row.processing_state,
    visibility: row.visibility,
    ...(row.last_version_id === null ? {} : { lastVersion: row.last_version_id }),
    ...(row.last_processed_at === null ? {} : { lastProcessedAt: row.last_processed_at.toISOString() }),
    ...(row.error_code === null ? {} : { lastProcessErrorCode: row.error_code }),
    ...(isInside && row.errors.length > 0 ? { lastProcessedErrors: row.errors } : {}),
    lastProcessedErrorCount: row.error_count,
    permissions: openApiPermissions(principal, row),
    urls: {
      location: openApiLocation(publicUrl, row),
      app: `${publicUrl}/app/organization/${row.organization_id}/openapi/${row.slug}`,
      ...(isPublished ? { published: documentUrls.published(row.id) } : {}),
    },
  };
}
