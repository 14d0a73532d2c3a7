import type { OpenApiProblem, OpenApiSpec } from '@quire/contract';
import { conflict, type Db, type Tx } from '@quire/runtime';

export interface OpenApiSpecRow {
  id: string;
  organization_id: string;
  slug: string;
  visibility: NonNullable<OpenApiSpec['visibility']>;
  source_url: string | null;
  /** Counts how often processing was asked for. */
  request: number;
  processing_state: OpenApiSpec['processingState'];
  last_version_id: string | null;
  last_processed_at: Date | null;
  error_code: OpenApiSpec['lastProcessErrorCode'] | null;
  /** The first of them; `error_count` is how many there were. */
  errors: OpenApiProblem[];
  error_count: number;
  created_at: Date;
  updated_at: Date;
  /** Sequence of the events about it. */
  version: number;
}

export interface OpenApiSpecKey {
  organizationId: string;
  specSlug: string;
}

/** All but the text, which may be large. */
const columns = [
  'id',
  'organization_id',
  'slug',
  'visibility',
  'source_url',
  'request',
  'processing_state',
  'last_version_id',
  'last_processed_at',
  'error_code',
  'errors',
  'error_count',
  'created_at',
  'updated_at',
  'version',
] as const;

export async function findOpenApiSpec(
  db: Db,
  { organizationId, specSlug }: OpenApiSpecKey,
): Promise<OpenApiSpecRow | undefined> {
  return db('openapi_specs').where({ organization_id: organizationId, slug: specSlug }).first(columns);
}

export async function findOpenApiSpecById(db: Db, id: string): Promise<OpenApiSpecRow | undefined> {
  return db('openapi_specs').where({ id }).first(columns);
}

/** Reads a specification and keeps others from changing it until the transaction ends. */
export async function lockOpenApiSpec(tx: Tx, key: OpenApiSpecKey): Promise<OpenApiSpecRow | undefined> {
  const where = { organization_id: key.organizationId, slug: key.specSlug };
  return tx('openapi_specs').where(where).forNoKeyUpdate().first(columns);
}

export async function lockOpenApiSpecById(tx: Tx, id: string): Promise<OpenApiSpecRow | undefined> {
  return tx('openapi_specs').where({ id }).forNoKeyUpdate().first(columns);
}

export async function readSource(db: Db, id: string): Promise<{ url: string } | { text: string } | undefined> {
  const row = await db('openapi_specs').where({ id }).first<OpenApiSource | undefined>('source_url', 'source_text');
  if (!row) return undefined;
  return row.source_url === null ? { text: row.source_text! } : { url: row.source_url };
}

/** Notes that a request is being worked on; false when it is done, there is a later one, or the specification is gone. */
export async function beginProcessing(tx: Tx, { spec, request }: { spec: string; request: number }): Promise<boolean> {
  const updated = await tx('openapi_specs')
    .where({ id: spec, request })
    .whereNot({ processing_state: 'complete' })
    .update({ processing_state: 'progress' });
  return updated > 0;
}

export async function listOpenApiSpecs(
  db: Db,
  organizationId: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<OpenApiSpecRow[]> {
  return db('openapi_specs')
    .where({ organization_id: organizationId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(columns);
}

export async function countOpenApiSpecs(db: Db, organizationId: string): Promise<number> {
  const row = await db('openapi_specs').where({ organization_id: organizationId }).count<{ count: string }[]>().first();
  return Number(row!.count);
}

/** Where a document comes from: one of the two. */
export interface OpenApiSource {
  source_url: string | null;
  source_text: string | null;
}

export type NewOpenApiSpec = Pick<
  OpenApiSpecRow,
  'id' | 'organization_id' | 'slug' | 'visibility' | 'created_at' | 'updated_at'
> &
  OpenApiSource;

/** Adds a specification; throws 409 when the organization has one with the slug. */
export async function insertOpenApiSpec(tx: Tx, spec: NewOpenApiSpec): Promise<OpenApiSpecRow> {
  const row = await insertUnlessThere(tx, spec);
  if (!row) throw conflict('The organization has a specification with this slug; choose a different one.');
  return row;
}

/** Adds a specification unless the organization has one with the slug: then undefined. */
export async function insertUnlessThere(tx: Tx, spec: NewOpenApiSpec): Promise<OpenApiSpecRow | undefined> {
  const rows: OpenApiSpecRow[] = await tx('openapi_specs')
    .insert(spec)
    .onConflict(['organization_id', 'slug'])
    .ignore()
    .returning([...columns]);
  return rows[0];
}

export type OpenApiSpecChanges = Partial<
  Omit<OpenApiSpecRow, 'id' | 'organization_id' | 'slug' | 'errors'> & OpenApiSource & { errors: string }
>;

export async function updateOpenApiSpec(tx: Tx, id: string, changes: OpenApiSpecChanges): Promise<OpenApiSpecRow> {
  const rows: OpenApiSpecRow[] = await tx('openapi_specs')
    .where({ id })
    .update(changes)
    .returning([...columns]);
  return rows[0]!;
}

export async function deleteOpenApiSpec(tx: Tx, id: string): Promise<void> {
  await tx('openapi_specs').where({ id }).delete();
}
