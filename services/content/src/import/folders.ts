import type { Layout } from './layout.js';
import type { OutlineNode } from './outline.js';
import { folderOf, isMarkdown, nameOf, type Source } from './source.js';

/**
 * The tree of folders: a folder's `README.md`, or the `folder.md` beside it, is its page, without one it is a group; files come in
 * natural order.
 */
export function folderOutline(source: Source, { root, summary }: Layout): OutlineNode[] {
  const top: OutlineNode[] = [];
  const contents = source.paths
    .filter((path) => path !== summary && isContent(path, root))
    .sort(new Intl.Collator('en', { numeric: true }).compare);
  const pages = folderPages(source, contents, root);
  const siblings = new Map<string, OutlineNode[]>([[root, top]]);
  const childrenOf = (folder: string): OutlineNode[] => {
    const known = siblings.get(folder);
    if (known) return known;
    const sourcePath = pages.get(folder);
    const node: OutlineNode = sourcePath
      ? { type: 'document', title: '', sourcePath, children: [] }
      : { type: 'group', title: titleOfName(nameOf(folder)), children: [] };
    siblings.set(folder, node.children);
    childrenOf(folderOf(folder)).push(node);
    return node.children;
  };
  const folders = new Map([...pages].map(([folder, path]) => [path, folder]));
  for (const path of contents) {
    const folder = folders.get(path);
    if (folder !== undefined) childrenOf(folder);
    else childrenOf(folderOf(path)).push({ type: 'document', title: '', sourcePath: path, children: [] });
  }
  const first = source.readmeOf(root);
  return top.sort((a, b) => Number(b.sourcePath === first) - Number(a.sourcePath === first));
}

/** By folder below the root, the file that is its page. */
function folderPages(source: Source, contents: string[], root: string): Map<string, string> {
  const pages = new Map<string, string>();
  const seen = new Set([root]);
  for (const path of contents) {
    for (let folder = folderOf(path); !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const page = source.readmeOf(folder) ?? (source.has(`${folder}.md`) ? `${folder}.md` : undefined);
      if (page !== undefined) pages.set(folder, page);
    }
  }
  return pages;
}

/** Markdown under the root, but not in what tools and hidden folders keep. */
const isContent = (path: string, root: string) =>
  isMarkdown(path) &&
  (root === '' || path.startsWith(`${root}/`)) &&
  !/(?:^|\/)(?:\.|node_modules\/)/.test(root === '' ? path : path.slice(root.length + 1));

/** `getting-started` is "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replace(/[-_\s]+/g, ' ').trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}
