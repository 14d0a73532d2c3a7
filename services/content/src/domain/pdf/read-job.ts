import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStore, tooLarge } from '@quire/runtime';
import type { JobFile, JobPage, PdfJob } from '../../pdf/job.js';
import { inParts } from '../../pdf/render-in-worker.js';
import { type FileRecord, fileKey } from '../files/file-record.js';
import { getEntry } from '../merkle/merkle-map.js';
import { type PageRecord, type References, rootPage } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';
import type { ContentReader } from '../store/content-store.js';

/** Which pages of a space are printed. */
export interface Selection {
  /** One page with all below it; the whole space without. */
  page?: string | undefined;
  /** Only that page. */
  only?: boolean | undefined;
}

interface Selected {
  id: string;
  depth: number;
  record: PageRecord;
}

const textLimit = 24 * 1024 * 1024;
const pictureLimits = { one: 20 * 1024 * 1024, all: 200 * 1024 * 1024 };
const pagesAtOnce = 100;
const printable = /^image\/(?:png|jpeg|svg\+xml)$/;

/** Pages in the order of the table of contents, without what it hides. */
export function selectPages(tree: PageTree, { page, only }: Selection): Selected[] {
  const below = (ids: readonly string[], depth: number): Selected[] =>
    ids.flatMap((id) => {
      const record = tree.need(id);
      return record.hidden ? [] : [{ id, depth, record }, ...below(record.children, depth + 1)];
    });
  if (page === undefined) return below(tree.children(rootPage), 0);
  const record = tree.need(page);
  return [{ id: page, depth: 0, record }, ...(only ? [] : below(record.children, 1))];
}

/** Reads the texts of pages, and puts the pictures that they show into a folder. */
export async function readJob(
  selected: readonly Selected[],
  { reader, filesRoot, files, folder }: { reader: ContentReader; filesRoot: string; files: FileStore; folder: string },
): Promise<Pick<PdfJob, 'pages' | 'files'>> {
  const pages: JobPage[] = [];
  let length = 0;
  for (let start = 0; start < selected.length; start += pagesAtOnce) {
    const some = await Promise.all(selected.slice(start, start + pagesAtOnce).map((one) => readPage(one, reader)));
    length += some.reduce((sum, { markdown }) => sum + markdown.length, 0);
    if (length > textLimit) throw tooLarge(`This is too much for one PDF. ${inParts}`);
    pages.push(...some);
  }
  const ids = pages.flatMap(({ cover, references, target }) => [
    ...[cover, target?.file].filter((id) => typeof id === 'string'),
    ...Object.values(references).flatMap((reference) => (reference.kind === 'file' ? [reference.file] : [])),
  ]);
  return { pages, files: await readFiles(new Set(ids), { reader, filesRoot, files, folder }) };
}

async function readPage({ id, depth, record }: Selected, reader: ContentReader): Promise<JobPage> {
  const { title, emoji, description, cover, document, references, target } = record;
  return {
    id,
    depth,
    type: record.type === 'group' || record.type === 'link' ? record.type : 'document',
    title,
    emoji,
    description,
    cover: cover?.file,
    markdown: document === undefined ? '' : await reader.markdown(document),
    references: references === undefined ? {} : ((await reader.load(references)) as References),
    target: target && { ...target },
  };
}

async function readFiles(
  ids: ReadonlySet<string>,
  { reader, filesRoot, files, folder }: { reader: ContentReader; filesRoot: string; files: FileStore; folder: string },
): Promise<Record<string, JobFile>> {
  const found: Record<string, JobFile> = {};
  const copied = new Map<string, string>();
  let total = 0;
  for (const id of ids) {
    const file = await getEntry<FileRecord>(reader, filesRoot, id);
    if (!file) continue;
    found[id] = { name: file.name };
    if (!printable.test(file.contentType) || file.size > pictureLimits.one) continue;
    let path = copied.get(file.sha256);
    if (path === undefined) {
      if (total + file.size > pictureLimits.all) continue;
      total += file.size;
      path = join(folder, file.sha256);
      const { stream } = await files.get(fileKey(file.sha256));
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      copied.set(file.sha256, path);
    }
    found[id].path = path;
  }
  return found;
}
