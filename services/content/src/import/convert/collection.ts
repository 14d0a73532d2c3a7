import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PAGE_BYTES } from '../../markdown/limits.js';
import { type ArchiveEntry, archiveLimits } from '../archive.js';
import { MAX_PAGES } from '../documents.js';
import { Unreadable } from '../html/unreadable.js';
import type { ImportWarning } from '../import-plan.js';
import { refuseImport } from '../refusal.js';
import { folderOf } from '../source.js';

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'application/pdf': 'pdf',
};
const MiB = 1024 * 1024;

/**
 * What a converter has made so far. Content is kept on disk, so that an import needs no more memory than its largest page;
 * the calls are synchronous because they belong into a worker thread.
 */
export class Collection {
  readonly warnings: ImportWarning[] = [];
  leftOut = 0;
  readonly #entries = new Map<string, ArchiveEntry>();
  readonly #folder: string;
  #pages = 0;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get entries(): Iterable<ArchiveEntry> {
    return this.#entries.values();
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Takes a file as it is in another archive. */
  pass(entry: ArchiveEntry): void {
    this.#entries.set(entry.path, entry);
  }

  /** Takes a page as it is in another archive. */
  passPage(entry: ArchiveEntry): void {
    this.#pages += 1;
    this.pass(entry);
  }

  /** Keeps a file; the first of a path stays. */
  add(path: string, content: Buffer | string): void {
    if (this.#entries.has(path)) return;
    const size = Buffer.byteLength(content);
    this.#bytes += size;
    if (this.#bytes > archiveLimits.expandedBytes)
      throw refuseImport(`This is more than ${archiveLimits.expandedBytes / MiB} MiB together. Import it in parts.`);
    const file = join(this.#folder, String(this.#entries.size));
    writeFileSync(file, content);
    this.#entries.set(path, { path, size, read: async () => readFileSync(file) });
  }

  /** Keeps a page; one that cannot be read is left out with a warning that names it as `from`. */
  page(path: string, from: string, produce: () => string): void {
    try {
      const markdown = produce();
      if (Buffer.byteLength(markdown) > MAX_PAGE_BYTES)
        throw new Unreadable(`is larger than ${MAX_PAGE_BYTES / MiB} MiB as Markdown`);
      this.#pages += 1;
      if (this.#pages > MAX_PAGES) throw refuseImport(`There are more than ${MAX_PAGES} pages. Import it in parts.`);
      this.add(path, markdown);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.leaveOut(from, `${error.message}, and was left out.`);
    }
  }

  leaveOut(path: string, message: string): void {
    this.leftOut += 1;
    this.warnings.push({ path, message });
  }

  /** Keeps bytes that had no name of their own, and returns their path. */
  asset(bytes: Buffer, contentType: string): string {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const path = `.gitbook/assets/${hash}.${extensions[contentType] ?? 'bin'}`;
    this.add(path, bytes);
    return path;
  }

  /** The path of a `data:` address, which is kept as a file; undefined for what is none that pages show. */
  dataUrl(url: string): string | undefined {
    const match = /^data:([\w/+.-]+)((?:;[\w=.-]+)*),/i.exec(url);
    const type = match?.[1]!.toLowerCase();
    if (!match || type === undefined || !Object.hasOwn(extensions, type)) return undefined;
    const data = url.slice(match[0].length);
    return this.asset(/;base64$/i.test(match[2]!) ? Buffer.from(data, 'base64') : Buffer.from(decoded(data)), type);
  }

  /** Throws 400, saying what was wrong with the first page, when there is none. */
  assertPages(): void {
    if (this.#pages > 0) return;
    const first = this.warnings[0];
    throw refuseImport(first ? `${first.path} ${first.message}` : 'There is no page in it that can be imported.');
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How a page writes the path of another file of the import. */
export function relativePath(from: string, to: string): string {
  const here = folderOf(from) === '' ? [] : folderOf(from).split('/');
  const there = to.split('/');
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common += 1;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].map(encodeURIComponent).join('/');
}
