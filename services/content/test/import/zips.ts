import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { type Archive, type ArchiveLimits, archiveLimits, readArchive } from '../../src/import/archive.js';
import type { ImportPlan, PlannedPage } from '../../src/import/import-plan.js';
import { planImport } from '../../src/import/plan.js';

/** A sound zip file, made by another program than the reader's. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), path);
  zip.end();
  return buffer(zip.outputStream);
}

export interface RawEntry {
  name: string | Buffer;
  content?: string | Buffer;
  flags?: number;
  method?: number;
  unixMode?: number;
  /** What the directory claims, if not the truth. */
  declaredSize?: number;
  declaredCompressed?: number;
  declaredCrc?: number;
  /** Local header to point to, if not the entry's own. */
  offset?: number;
}

/** A zip file byte by byte, as hostile as wished. */
export function rawZip(entries: RawEntry[], { declaredEntries = entries.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const content = Buffer.from((entry.content ?? '') as string);
    const method = entry.method ?? 8;
    const data = method === 8 ? deflateRawSync(content) : content;
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(entry.flags ?? 0x800, 2);
    fixed.writeUInt16LE(method, 4);
    fixed.writeUInt32LE(entry.declaredCrc ?? crc32(content), 10);
    fixed.writeUInt32LE(entry.declaredCompressed ?? data.length, 14);
    fixed.writeUInt32LE(entry.declaredSize ?? content.length, 18);
    fixed.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(entry.offset ?? position, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), fixed, tail, name);
    const local = [Buffer.from('PK\x03\x04'), fixed, name, data];
    locals.push(...local);
    position += local.reduce((sum, part) => sum + part.length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(declaredEntries & 0xffff, 4);
  end.writeUInt16LE(declaredEntries & 0xffff, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(position, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** Opens bytes as an archive for as long as `work` takes. */
export async function withArchive<T>(
  bytes: Buffer,
  work: (archive: Archive) => Promise<T>,
  limits: Partial<ArchiveLimits> = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-import-'));
  try {
    const path = join(folder, 'import.zip');
    await writeFile(path, bytes);
    const archive = await readArchive(path, { ...archiveLimits, ...limits });
    try {
      return await work(archive);
    } finally {
      archive.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The plan of an import of these files. */
export const planOf = async (files: Record<string, string | Buffer>): Promise<ImportPlan> =>
  withArchive(await zipOf(files), ({ entries }) => planImport(entries));

/** The tree as indented lines: `title (slug)` with a mark for groups, links and hidden pages. */
export function outlineOf(pages: PlannedPage[], indent = ''): string[] {
  return pages.flatMap((page) => [
    `${indent}${page.type === 'group' ? '# ' : ''}${page.title} (${page.type === 'link' ? page.href : page.slug})${page.hidden ? ' hidden' : ''}`,
    ...outlineOf(page.children, `${indent}  `),
  ]);
}

/** All pages of a tree in reading order. */
export const allPages = (pages: PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...allPages(page.children)]);

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<{ status?: number; message: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a rejection');
}
