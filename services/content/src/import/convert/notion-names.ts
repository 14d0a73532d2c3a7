import { titleOfName } from '../folders.js';
import type { OutlineNode } from '../outline.js';
import { folderOf, nameOf } from '../source.js';

const id = / ?[0-9a-f]{32}(?:_all)?$/;

/** The name of a page, a database or a folder as its author gave it. */
export const nameWithoutId = (path: string): string => nameOf(path).replace(id, '').trim();

export const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, '');

/** A page's subpages are in the folder of its name, with its id in older exports and without in newer ones. */
export function notionOutline(paths: readonly string[]): OutlineNode[] {
  const exact = new Map<string, OutlineNode>();
  const named = new Map<string, OutlineNode>();
  const collator = new Intl.Collator('en', { numeric: true });
  const sorted = [...paths].sort(collator.compare);
  const nodes = sorted.map((path): OutlineNode => {
    const key = withoutEnding(path);
    const node: OutlineNode = {
      type: 'document',
      title: '',
      slug: nameWithoutId(key) || 'untitled',
      sourcePath: path,
      children: [],
    };
    exact.set(key, node);
    const name = `${folderOf(path)}/${nameWithoutId(key)}`;
    if (!named.has(name)) named.set(name, node);
    return node;
  });
  const top: OutlineNode[] = [];
  const below = (folder: string): OutlineNode[] => {
    if (folder === '') return top;
    const name = `${folderOf(folder)}/${nameWithoutId(folder)}`;
    const known = exact.get(folder) ?? named.get(name);
    if (known) return known.children;
    const title = titleOfName(nameWithoutId(folder) || nameOf(folder));
    const group: OutlineNode = { type: 'group', title, children: [] };
    exact.set(folder, group);
    below(folderOf(folder)).push(group);
    return group.children;
  };
  for (const node of nodes) below(folderOf(node.sourcePath!)).push(node);
  return top;
}
