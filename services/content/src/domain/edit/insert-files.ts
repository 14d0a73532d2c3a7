import { type ContentChange, MediaType } from '@quire/contract';
import { type Principal, invalid, sha256, transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import { contentTypeOf, dimensionsOf } from '../../import/files.js';
import { blobId } from '../../git/blob-id.js';
import { reprieve } from '../../tables/condemned.js';
import { assertFetched } from '../files/assert-fetched.js';
import { type FileRecord, fileKey } from '../files/file-record.js';
import { needUpload } from '../files/need-upload.js';

type InsertFiles = Extract<ContentChange, { operation: 'insert_files' }>;
type NewFile = InsertFiles['files'][number];

/** On whose behalf files are fetched; `signal` is aborted when they have gone. */
interface Caller {
  principal: Principal;
  signal: AbortSignal;
}

const maxInline = 1024 * 1024;

/**
 * Fetches and stores the bytes of all files that a batch inserts, before its transaction begins. Bytes that no revision
 * comes to use are harmless: they are stored by their hash. Stops when the caller has gone. Returns one record per file,
 * in order.
 */
export async function storeFiles(
  changes: readonly ContentChange[],
  caller: Caller,
  context: Content,
): Promise<Map<NewFile, FileRecord>> {
  const records = new Map<NewFile, FileRecord>();
  for (const [index, change] of changes.entries()) {
    if (change.operation !== 'insert_files') continue;
    for (const [position, file] of change.files.entries()) {
      const path = `body.changes.${index}.files.${position}`;
      const { bytes, contentType } = await bytesOf(file, path, caller, context);
      records.set(
        file,
        await storeFile({ name: file.name, contentType: file.contentType ?? contentType, bytes }, context),
      );
    }
  }
  return records;
}

/** Stores the bytes of a file and returns what a revision knows of it. */
export async function storeFile(
  { name, contentType, bytes }: { name: string; contentType?: string | undefined; bytes: Buffer },
  { db, files }: Pick<Content, 'db' | 'files'>,
): Promise<FileRecord> {
  const hash = sha256(bytes).toString('hex');
  const type = contentType ?? contentTypeOf(name, bytes);
  await transaction(db, (tx) => reprieve(tx, 'bytes', [hash]));
  if (!(await files.has(fileKey(hash)))) await files.put(fileKey(hash), bytes, { contentType: type });
  const dimensions = type.startsWith('image/') ? dimensionsOf(bytes) : undefined;
  return {
    name,
    contentType: type,
    size: bytes.length,
    sha256: hash,
    blobId: blobId(bytes),
    ...(dimensions ? { dimensions } : {}),
  };
}

async function bytesOf(
  file: NewFile,
  path: string,
  { principal, signal }: Caller,
  context: Content,
): Promise<{ bytes: Buffer; contentType?: string }> {
  if (file.base64 !== undefined) {
    if (file.contentType === undefined)
      throw invalid([{ path: `${path}.contentType`, message: 'is required with `base64`' }]);
    const bytes = Buffer.from(file.base64, 'base64');
    if (bytes.length > maxInline)
      throw invalid([{ path: `${path}.base64`, message: `holds more than ${maxInline} bytes; give a url instead` }]);
    return { bytes };
  }
  const url = file.url!;
  const upload = context.urls.storedUpload(url);
  if (upload === undefined) {
    const { bytes, contentType, status } = await context.outbound.fetchBytes(url, { path: `${path}.url`, signal });
    assertFetched(status, `${path}.url`);
    // What another server says of its file need not be a media type.
    return { bytes, ...(MediaType.safeParse(contentType).success ? { contentType } : {}) };
  }
  const row = await needUpload(context.db, upload, principal);
  if (!row.stored_at) throw invalid([{ path: `${path}.url`, message: 'names an upload that holds no bytes yet' }]);
  const { stream } = await context.files.get(uploadKey(upload));
  return { bytes: Buffer.concat(await stream.toArray()), contentType: row.content_type };
}

/** Where the bytes of an upload are kept in the file store. */
export const uploadKey = (id: string): string => `uploads/${sha256(id).toString('hex')}`;
