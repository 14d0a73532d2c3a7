import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@quire/runtime';
import { blobId } from '../../git/blob-id.js';
import { breather } from '../../import/breather.js';
import type { SummaryItem } from '../../import/summary.js';
import type { ContentRoots } from '../content-draft.js';
import { type FileRecord, fileKey } from '../files/file-record.js';
import { allEntries } from '../merkle/merkle-map.js';
import type { References } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';
import type { ContentReader } from '../store/content-store.js';
import { type ExportPaths, exportPaths, type RepositoryLayout } from './export-paths.js';
import { renderPage } from './render-page.js';
import { contentsOf } from './table-of-contents.js';

/** A state of a space as the files of a repository, without its table of contents. */
export interface SpaceFiles {
  roots: ContentRoots;
  tree: PageTree;
  records: ReadonlyMap<string, FileRecord>;
  paths: ExportPaths;
  files: ReadonlyMap<string, SpaceFile>;
  contents: SummaryItem[];
}

export interface SpaceFile {
  /** The id that git gives to it. */
  oid: string;
  read(): Promise<Buffer>;
}

/** Works out what a state of a space is in a repository; bytes are read when they are asked for. */
export async function spaceFiles(
  roots: ContentRoots,
  layout: RepositoryLayout,
  { reader, store }: { reader: ContentReader; store: FileStore },
): Promise<SpaceFiles> {
  const tree = await reader.tree(roots.pages);
  const records = await allEntries<FileRecord>(reader, roots.files);
  const paths = await exportPaths(tree, records, layout);
  const files = new Map<string, SpaceFile>();
  const pause = breather();
  for (const [id, path] of paths.pages) {
    const render = async () => {
      const page = tree.need(id);
      const markdown = page.document === undefined ? '' : await reader.markdown(page.document);
      const references = page.references === undefined ? {} : ((await reader.load(page.references)) as References);
      return Buffer.from(renderPage(markdown, page, references, { path, paths, root: layout.root }));
    };
    files.set(path, { oid: blobId(await render()), read: render });
    await pause();
  }
  for (const [id, record] of records) {
    const read = async () => buffer((await store.get(fileKey(record.sha256))).stream);
    files.set(paths.files.get(id)!, { oid: record.blobId ?? blobId(await read()), read });
    await pause();
  }
  const contents = await contentsOf(tree, paths.pages, layout.summary);
  return { roots, tree, records: new Map(records), paths, files, contents };
}
