import { breather } from '../../import/breather.js';
import { isGitFolder } from '../../git/list-files.js';
import type { FileRecord } from '../files/file-record.js';
import { rootPage } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';

/** Where a space's pages and files are in a repository, both ways. */
export interface ExportPaths {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  pageAt: ReadonlyMap<string, string>;
  fileAt: ReadonlyMap<string, string>;
}

export interface RepositoryLayout {
  /** Folder of the pages; empty for the top. */
  root: string;
  /** The table of contents. */
  summary: string;
}

/**
 * Gives every document and file its path: the one that it came from, else one made of where the page stands, or of the
 * file's name in GitBook's folder of assets. What came from somewhere keeps its path whatever else is there. No page gets
 * the path of a start page, which every reader of the repository would show first, listed or not.
 */
export async function exportPaths(
  tree: PageTree,
  files: readonly (readonly [string, FileRecord])[],
  { root, summary }: RepositoryLayout,
): Promise<ExportPaths> {
  const pause = breather();
  const taken = new Set([fold(summary), '.gitbook.yaml']);
  const pages = new Map<string, string>();
  const places = new Map<string, string>();
  const claim = (path: string): boolean => {
    if (taken.has(fold(path))) return false;
    taken.add(fold(path));
    return true;
  };
  const documents = [...tree.ids()].filter((id) => tree.need(id).type === 'document');
  for (const id of documents) {
    const { source } = tree.need(id);
    if (source !== undefined && isMarkdownPath(source) && claim(source)) pages.set(id, source);
    await pause();
  }
  for (const [id, { source }] of files) {
    if (source !== undefined && isSafe(source) && claim(source)) places.set(id, source);
    await pause();
  }
  const below = (path: string) => (root === '' ? path : `${root}/${path}`);
  const starts = ['readme.md', 'index.md'].map((name) => fold(below(name)));
  const claimPage = (path: string) => !starts.includes(fold(path)) && claim(path);
  for (const id of documents) {
    if (!pages.has(id)) pages.set(id, numbered(below(derived(tree, id)), claimPage));
    await pause();
  }
  for (const [id, { name }] of files) {
    if (!places.has(id)) places.set(id, numbered(below(`.gitbook/assets/${fileName(name)}`), claim));
    await pause();
  }
  return { pages, files: places, pageAt: inverse(pages), fileAt: inverse(places) };
}

/** The path that `.md` files beside each other would have: with pages below it, a page is its folder's `README.md`. */
function derived(tree: PageTree, id: string): string {
  const segments: string[] = [];
  for (let each = id; each !== rootPage; each = tree.need(each).parent)
    segments.unshift(safeName(tree.need(each).slug));
  return tree.children(id).length > 0 ? `${segments.join('/')}/README.md` : `${segments.join('/')}.md`;
}

const isMarkdownPath = (path: string) => /\.(?:md|markdown)$/i.test(path) && isSafe(path);

/** Whether a checkout can hold the path. */
export const isSafe = (path: string): boolean =>
  path.length <= 1024 &&
  !/[\\\p{Cc}\uFFFD]/u.test(path) &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isGitFolder(name));

const safeName = (slug: string) => (isSafe(slug) && !slug.includes('/') ? slug : 'page');
const fileName = (name: string) => {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return isSafe(last) ? last.normalize('NFC') : 'file';
};

/** Two paths that differ in case only are one on many machines. */
const fold = (path: string) => path.normalize('NFC').toLowerCase();

function numbered(path: string, claim: (path: string) => boolean): string {
  if (claim(path)) return path;
  const dot = path.lastIndexOf('.') > path.lastIndexOf('/') + 1 ? path.lastIndexOf('.') : path.length;
  for (let number = 2; ; number += 1) {
    const candidate = `${path.slice(0, dot)}-${number}${path.slice(dot)}`;
    if (claim(candidate)) return candidate;
  }
}

const inverse = (paths: ReadonlyMap<string, string>) => new Map([...paths].map(([id, path]) => [path, id]));
