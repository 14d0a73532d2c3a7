import { events, type OpenApiProblem } from '@quire/contract';
import { invalid, newId, recordEvent, tooLarge, type Tx } from '@quire/runtime';
import { openApiLimits } from '../openapi/limits.js';
import { cannotParse, Unusable } from '../openapi/problem.js';
import type { ReadOpenApi } from '../openapi/read-openapi.js';
import { storableText } from '../storable-text.js';
import {
  lockOpenApiSpecById,
  type OpenApiSource,
  type OpenApiSpecChanges,
  type OpenApiSpecRow,
  updateOpenApiSpec,
} from '../tables/openapi-spec.js';
import { insertOpenApiVersion, readDigest, trimOpenApiVersions } from '../tables/openapi-version.js';

/** The source of a request body as the table keeps it; a text that is too large is 413. */
export function sourceOf(source: { url: string } | { text: string }): OpenApiSource {
  if ('url' in source) {
    const { username, password } = new URL(source.url);
    if (username !== '' || password !== '')
      throw invalid([{ path: 'body.source.url', message: 'must not hold a user name or password' }]);
    return { source_url: source.url, source_text: null };
  }
  if (Buffer.byteLength(source.text) > openApiLimits.bytes)
    throw tooLarge(`The document is larger than ${openApiLimits.bytes} bytes.`);
  return { source_url: null, source_text: source.text };
}

/** Asks for a specification's source to be fetched and read, once this transaction is committed. */
export async function requestProcessing(
  tx: Tx,
  { id, request, version }: OpenApiSpecRow,
  { now, ...changes }: { now: Date } & Partial<OpenApiSource> & Pick<OpenApiSpecChanges, 'visibility'>,
): Promise<OpenApiSpecRow> {
  const next = { request: request + 1, version: version + 1 };
  const row = await updateOpenApiSpec(tx, id, {
    ...changes,
    ...next,
    processing_state: 'pending',
    updated_at: now,
  });
  await recordEvent(tx, events.openApiProcessingRequested, {
    subject: id,
    sequence: next.version,
    data: { spec: id, request: next.request },
  });
  return row;
}

/** What came of reading a source. */
export type Outcome = ReadOpenApi | Unusable;

/**
 * Keeps what came of a request, unless there is a later one or the specification is gone: a new version if the document is
 * another one than the latest, or what is wrong with it.
 */
export async function recordOutcome(
  tx: Tx,
  { spec: id, request, outcome, now }: { spec: string; request: number; outcome: Outcome; now: Date },
): Promise<void> {
  const spec = await lockOpenApiSpecById(tx, id);
  if (spec?.request !== request || spec.processing_state === 'complete') return;
  const isUnusable = outcome instanceof Unusable;
  const lastVersion = isUnusable ? undefined : await addVersion(tx, spec, { read: outcome, now });
  await updateOpenApiSpec(tx, id, {
    processing_state: 'complete',
    last_processed_at: now,
    updated_at: now,
    error_code: isUnusable ? outcome.code : null,
    errors: JSON.stringify(isUnusable ? outcome.problems.map(asSentence) : [], storable),
    error_count: isUnusable ? outcome.count : 0,
    ...(lastVersion === undefined ? {} : { last_version_id: lastVersion, version: spec.version + 1 }),
  });
}

/** Keeps that a request came to nothing for reasons of ours, unless there is a later one. What was read before stays. */
export const recordGivenUp = (tx: Tx, given: { spec: string; request: number; now: Date }): Promise<void> =>
  recordOutcome(tx, { ...given, outcome: cannotParse('could not be read, because Quire failed. Send it once more.') });

/** What is wrong is told in words of the document. */
const storable = (_key: string, value: unknown): unknown => (typeof value === 'string' ? storableText(value) : value);

/** Problems without a place are said of the whole file, or of the source. */
const asSentence = ({ message, ...problem }: OpenApiProblem): OpenApiProblem => {
  const isPlaced = problem.path !== undefined || problem.line !== undefined;
  return { message: isPlaced ? message : `${problem.file ?? 'The source'} ${message}`, ...problem };
};

/** Adds a version and says so; undefined when the latest is the same. */
async function addVersion(
  tx: Tx,
  spec: OpenApiSpecRow,
  { read, now }: { read: ReadOpenApi; now: Date },
): Promise<string | undefined> {
  const digest = Buffer.from(read.digest, 'hex');
  const latest = spec.last_version_id === null ? undefined : await readDigest(tx, spec.last_version_id);
  if (latest?.equals(digest)) return undefined;
  const id = newId(now.getTime());
  const { filesystem, document } = read;
  await insertOpenApiVersion(tx, { id, spec_id: spec.id, digest, filesystem, document, created_at: now });
  await trimOpenApiVersions(tx, spec.id, openApiLimits.versions);
  await recordEvent(tx, events.openApiVersionCreated, {
    subject: spec.id,
    sequence: spec.version + 1,
    data: { spec: spec.id, organization: spec.organization_id, slug: spec.slug, version: id },
  });
  return id;
}
