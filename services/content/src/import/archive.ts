import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as yauzl from 'yauzl';
import { checkedPath, isIgnored, stripTopFolder } from './archive-paths.js';
import { refuseImport } from './refusal.js';

declare module 'yauzl' {
  function openPromise(path: string, options: Options): Promise<ZipFile>;
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
}

const MiB = 1024 * 1024;

/** What an archive may be at most; sizes in bytes. */
export const archiveLimits = {
  entries: 20_000,
  compressedBytes: 50 * MiB,
  expandedBytes: 500 * MiB,
  fileBytes: 50 * MiB,
  /** Expanded to compressed, for entries above {@link archiveLimits.ratioFromBytes}. */
  ratio: 200,
  ratioFromBytes: MiB,
};
export type ArchiveLimits = typeof archiveLimits;

export interface ArchiveEntry {
  /** Slashes, NFC, relative to the archive's only top folder if it has one. */
  path: string;
  /** Expanded size in bytes; {@link ArchiveEntry.read} refuses content of any other size. */
  size: number;
  read(): Promise<Buffer>;
}

export interface Archive {
  entries: ArchiveEntry[];
  /** Closes the file; entries cannot be read any more. */
  close(): void;
}

/**
 * Opens a zip file and checks what it declares: number, names, kinds and sizes of its entries. Content is inflated by
 * `read()`, counted and checked against what was declared. Whatever is wrong with the archive is a 400.
 */
export async function readArchive(path: string, limits: ArchiveLimits = archiveLimits): Promise<Archive> {
  const { size } = await stat(path);
  if (size > limits.compressedBytes) {
    throw refuseImport(
      `The archive is larger than ${inMiB(limits.compressedBytes)}. Split it or leave large files out.`,
    );
  }
  const zip = await orRefuse(() =>
    yauzl.openPromise(path, {
      autoClose: false,
      decodeStrings: false,
      strictFileNames: true,
      validateEntrySizes: true,
    }),
  );
  try {
    const entries = await orRefuse(() => listEntries(zip, { limits, archiveSize: size }));
    return { entries: stripTopFolder(entries), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(
  zip: yauzl.ZipFile,
  { limits, archiveSize }: { limits: ArchiveLimits; archiveSize: number },
): Promise<ArchiveEntry[]> {
  if (zip.entryCount > limits.entries) {
    throw refuseImport(
      `The archive has ${zip.entryCount} entries, more than ${limits.entries}. Leave out what is not documentation.`,
    );
  }
  const entries = new Map<string, ArchiveEntry>();
  let expanded = 0;
  let compressed = 0;
  for await (const entry of zip.eachEntry()) {
    const path = checkedPath(entry);
    checkSize(entry, path, limits);
    expanded += entry.uncompressedSize;
    compressed += entry.compressedSize;
    if (expanded > limits.expandedBytes) {
      throw refuseImport(`The archive expands to more than ${inMiB(limits.expandedBytes)}. Leave large files out.`);
    }
    if (compressed > archiveSize) throw refuseImport('The entries of the archive overlap. Create the zip file anew.');
    if (path.endsWith('/') || isIgnored(path)) continue;
    if (entries.has(path)) throw refuseImport(`The archive holds ${path} twice. Create the zip file anew.`);
    entries.set(path, { path, size: entry.uncompressedSize, read: () => orRefuse(() => inflate(zip, entry, path)) });
  }
  return [...entries.values()];
}

function checkSize(entry: yauzl.Entry, path: string, limits: ArchiveLimits) {
  if (entry.isEncrypted()) throw refuseImport(`${path} is encrypted. Create the zip file without a password.`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw refuseImport(`${path} is compressed in a way that is not supported. Create the zip file with "deflate".`);
  }
  if (entry.uncompressedSize > limits.fileBytes) {
    throw refuseImport(`${path} is larger than ${inMiB(limits.fileBytes)}. Leave it out.`);
  }
  if (entry.uncompressedSize > limits.ratioFromBytes && entry.uncompressedSize > entry.compressedSize * limits.ratio) {
    throw refuseImport(`${path} expands more than ${limits.ratio}-fold, which documentation does not. Leave it out.`);
  }
}

async function inflate(zip: yauzl.ZipFile, entry: yauzl.Entry, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let checksum = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > entry.uncompressedSize) break;
    checksum = crc32(chunk, checksum);
    chunks.push(chunk);
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) {
    throw refuseImport(`${path} is damaged in the archive. Create the zip file anew.`);
  }
  return Buffer.concat(chunks, size);
}

/** Failures of the disk are ours; everything else that yauzl and zlib throw is about the archive. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error || 'kind' in error) throw error;
    throw refuseImport(`This is not a readable zip archive (${error.message}). Create the zip file anew.`);
  }
}

const inMiB = (bytes: number) => `${Math.floor(bytes / MiB)} MiB`;
