import { notFound, type Principal } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { authorize } from '../policies/openapi-spec.js';
import { findOpenApiSpec, type OpenApiSpecKey, type OpenApiSpecRow } from '../tables/openapi-spec.js';
import { findOpenApiVersion, type OpenApiVersionRow, readFilesystem } from '../tables/openapi-version.js';

interface Wanted extends OpenApiSpecKey {
  /** The latest unless given. */
  versionId?: string;
}

/** A version that the caller may see; 404 for any other, or while there is none. */
export async function needVersion(
  { db }: Pick<Integrations, 'db'>,
  wanted: Wanted,
  principal: Principal,
): Promise<{ spec: OpenApiSpecRow; version: OpenApiVersionRow }> {
  const found = await findOpenApiSpec(db, wanted);
  const spec = authorize(principal, 'view', { ...wanted, spec: found });
  const versionId = wanted.versionId ?? spec.last_version_id;
  const version = versionId === null ? undefined : await findOpenApiVersion(db, { specId: spec.id, versionId });
  if (!version) throw notFound('version');
  return { spec, version };
}

/** The files of a version that the caller may see, and where its document is. */
export async function readContent(integrations: Integrations, wanted: Wanted, principal: Principal) {
  const { version } = await needVersion(integrations, wanted, principal);
  const filesystem = await readFilesystem(integrations.db, version.id);
  // Deleted since.
  if (filesystem === undefined) throw notFound('version');
  return {
    filesystem: JSON.parse(filesystem) as Record<string, never>,
    url: integrations.documentUrls.version(version.id),
  };
}
