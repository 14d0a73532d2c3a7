import { titleOfName } from '../folders.js';
import type { OutlineNode } from '../outline.js';
import { folderOf, nameOf } from '../source.js';

/** The tree that the addresses of pages make: `guides/first.md` is below `guides.md`, or below a group of that name. */
export function websiteOutline(paths: readonly string[]): OutlineNode[] {
  const top: OutlineNode[] = [];
  const nodes = new Map<string, OutlineNode>();
  for (const path of paths)
    nodes.set(path.replace(/\.md$/, ''), { type: 'document', title: '', sourcePath: path, children: [] });
  const placed = new Set<OutlineNode>();
  const below = (folder: string): OutlineNode[] => {
    if (folder === '') return top;
    const node = nodes.get(folder) ?? group(folder);
    place(folder, node);
    return node.children;
  };
  const group = (folder: string): OutlineNode => {
    const node: OutlineNode = { type: 'group', title: titleOfName(nameOf(folder)), children: [] };
    nodes.set(folder, node);
    return node;
  };
  const place = (key: string, node: OutlineNode): void => {
    if (placed.has(node)) return;
    placed.add(node);
    below(folderOf(key)).push(node);
  };
  // A group that is added here is placed by then.
  for (const [key, node] of nodes) place(key, node);
  return top;
}
