import type { Element, Root } from 'hast';
import type { ArchiveEntry } from '../archive.js';
import { decodeHtml } from '../html/decode.js';
import { attribute, elementsIn, findElement, isElement, oneLine, type Parent, textOf } from '../html/hast.js';
import { parseHtml } from '../html/parse-html.js';
import type { OutlineNode } from '../outline.js';
import { refuseImport } from '../refusal.js';
import { convertDocuments } from './documents.js';
import type { Converter } from './converter.js';
import { entriesOf, sniff } from './open-archive.js';

/** A space's HTML export: pages beside an `index.html` that holds their tree, and their `attachments`. */
export const confluence: Converter = async (given) => {
  if ((await sniff(given.path)) !== 'zip')
    throw refuseImport('This is no zip file: export the space as HTML, and import that file.');
  const entries = await entriesOf(given);
  if (entries.some(({ path }) => path === 'entities.xml'))
    throw refuseImport('This is an export as XML. Export the space as HTML.');
  const index = entries.find(({ path }) => path === 'index.html');
  const tree = index ? treeIn(await index.read()) : [];
  const collection = await convertDocuments(given, entries, {
    skip: (path) => path === 'index.html',
    main,
    title: titleOf,
  });
  return {
    entries: collection.entries,
    warnings: collection.warnings,
    leftOut: collection.leftOut,
    keep: (path) => path.startsWith('attachments/'),
    outline: (paths) => outlineOf(tree, entries, paths),
  };
};

function main(root: Root): Parent {
  const body = findElement(root, (each) => each.tagName === 'body') ?? root;
  const content = findElement(body, (each) => attribute(each, 'id') === 'main-content') ?? body;
  for (const node of [content, ...elementsIn(content)]) {
    // A table of contents that Confluence made, and the pictures before attachments.
    node.children = node.children.filter(
      (child) =>
        !(isElement(child, 'div') && /(?:^| )toc-(?:macro|zone)/.test(attribute(child, 'className'))) &&
        !(isElement(child, 'img') && attribute(child, 'src').startsWith('images/icons/')),
    ) as Element['children'];
  }
  return content;
}

/** `Space : Title`, unless the space is called like that. */
function titleOf(root: Root): string | undefined {
  const node = findElement(root, (each) => attribute(each, 'id') === 'title-text');
  return node && oneLine(textOf(node)).replace(/^.*? : /, '');
}

interface Listed {
  file: string;
  title: string;
  children: Listed[];
}

/** The nested lists of links below "Available Pages". */
const treeIn = (html: Buffer): Listed[] => outermostLists(parseHtml(decodeHtml(html))).flatMap(listed);

const outermostLists = (node: Parent): Element[] =>
  node.children.flatMap((child) => {
    if (!isElement(child)) return [];
    return child.tagName === 'ul' ? [child] : outermostLists(child);
  });

function listed(list: Element): Listed[] {
  return list.children
    .filter((child): child is Element => isElement(child, 'li'))
    .flatMap((item) => {
      const link = item.children.find((child): child is Element => isElement(child, 'a'));
      const children = item.children.filter((child): child is Element => isElement(child, 'ul')).flatMap(listed);
      const file = link && decoded(attribute(link, 'href'));
      return link && file !== undefined && file.endsWith('.html')
        ? [{ file, title: oneLine(textOf(link)), children }]
        : children;
    });
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The tree of the index, then pages that it does not name. */
function outlineOf(
  tree: readonly Listed[],
  entries: readonly ArchiveEntry[],
  paths: ReadonlySet<string>,
): OutlineNode[] {
  const placed = new Set<string>();
  const build = (items: readonly Listed[]): OutlineNode[] =>
    items.flatMap(({ file, title, children }) => {
      const path = file.replace(/\.html$/, '.md');
      if (!paths.has(path) || placed.has(path)) return build(children);
      placed.add(path);
      return [{ type: 'document' as const, title, slug: title, sourcePath: path, children: build(children) }];
    });
  const nodes = build(tree);
  for (const { path } of entries) {
    const page = path.replace(/\.html$/, '.md');
    if (path !== 'index.html' && page !== path && paths.has(page) && !placed.has(page))
      nodes.push({ type: 'document', title: '', sourcePath: page, children: [] });
  }
  return nodes;
}
