import type { Db, Tx } from '@quire/runtime';

/** A version without what is in it. Versions never change. */
export interface OpenApiVersionRow {
  id: string;
  spec_id: string;
  created_at: Date;
}

const columns = ['id', 'spec_id', 'created_at'] as const;

export interface OpenApiVersionKey {
  specId: string;
  versionId: string;
}

export async function findOpenApiVersion(
  db: Db,
  { specId, versionId }: OpenApiVersionKey,
): Promise<OpenApiVersionRow | undefined> {
  return db('openapi_versions').where({ spec_id: specId, id: versionId }).first(columns);
}

/** Newest first. */
export async function listOpenApiVersions(
  db: Db,
  specId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<OpenApiVersionRow[]> {
  return db('openapi_versions')
    .where({ spec_id: specId })
    .modify((query) => void (before !== undefined && query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(columns);
}

export async function countOpenApiVersions(db: Db, specId: string): Promise<number> {
  const row = await db('openapi_versions').where({ spec_id: specId }).count<{ count: string }[]>().first();
  return Number(row!.count);
}

/** The files of a version as JSON. */
export async function readFilesystem(db: Db, versionId: string): Promise<string | undefined> {
  const row = await db('openapi_versions').where({ id: versionId }).first<{ filesystem: string }>('filesystem');
  return row?.filesystem;
}

/** What a version amounts to, as one JSON document, with the specification that it belongs to; none once that is gone. */
export async function readDocument(
  db: Db,
  versionId: string,
): Promise<{ slug: string; organization: string; document: string } | undefined> {
  return db('openapi_versions as v')
    .join('openapi_specs as s', 's.id', 'v.spec_id')
    .where('v.id', versionId)
    .first({ slug: 's.slug', organization: 's.organization_id', document: 'v.document' });
}

export async function readDigest(db: Db, versionId: string): Promise<Buffer | undefined> {
  const row = await db('openapi_versions').where({ id: versionId }).first<{ digest: Buffer }>('digest');
  return row?.digest;
}

export interface NewOpenApiVersion extends OpenApiVersionRow {
  /** SHA-256 of the document. */
  digest: Buffer;
  filesystem: string;
  document: string;
}

export async function insertOpenApiVersion(tx: Tx, version: NewOpenApiVersion): Promise<void> {
  await tx('openapi_versions').insert(version);
}

/** So many are removed at once: each may have megabytes. */
const trimmedAtOnce = 20;

/** Leaves a specification its latest `kept` versions; when there are many more, the others go with the next calls. */
export async function trimOpenApiVersions(tx: Tx, specId: string, kept: number): Promise<void> {
  const beyond = tx('openapi_versions').where({ spec_id: specId }).orderBy('id', 'desc').offset(kept);
  await tx('openapi_versions').whereIn('id', beyond.limit(trimmedAtOnce).select('id')).delete();
}

/** Removes up to `limit` versions of a specification and returns how many went. */
export async function deleteOpenApiVersions(tx: Tx, specId: string, limit: number): Promise<number> {
  const some = tx('openapi_versions').where({ spec_id: specId }).limit(limit).select('id');
  return tx('openapi_versions').whereIn('id', some).delete();
}
