import { MAX_PAGE_BYTES } from '../markdown/limits.js';
import { type Analysis, analyse } from '../markdown/parse.js';
import { breather } from './breather.js';
import type { PlannedReference } from './import-plan.js';
import type { Layout } from './layout.js';
import type { OutlineNode } from './outline.js';
import { isPage, resolveDestination } from './references.js';
import { refuseImport } from './refusal.js';
import { folderOf, isMarkdown, type Source } from './source.js';

export const MAX_PAGES = 10_000;
const MiB = 1024 * 1024;
/** All pages of an import are in memory at once. */
const maxTotalBytes = 100 * MiB;

export interface SourceDocument {
  sourcePath: string;
  markdown: string;
  analysis: Analysis;
  references: Record<string, PlannedReference>;
}

/**
 * Reads the documents of a tree and, so that no link goes dead, every Markdown file that they lead to, directly or through others.
 * The result holds those of the tree first.
 */
export async function readDocuments(
  source: Source,
  layout: Layout,
  first: string[],
): Promise<Map<string, SourceDocument>> {
  const documents = new Map<string, SourceDocument>();
  const queue = [...new Set(first)];
  const seen = new Set(queue);
  const pause = breather();
  let bytes = 0;
  for (const path of queue) {
    if (queue.length > MAX_PAGES) {
      throw refuseImport(`There are more than ${MAX_PAGES} pages. Split them into several spaces.`);
    }
    bytes += source.entry(path).size;
    if (bytes > maxTotalBytes) {
      throw refuseImport(
        `The pages are larger than ${maxTotalBytes / MiB} MiB together. Split them into several spaces.`,
      );
    }
    const document = readDocument(source, layout, path, await source.text(path, { maxBytes: MAX_PAGE_BYTES }));
    documents.set(path, document);
    for (const reference of Object.values(document.references)) {
      if (reference.kind !== 'page' || seen.has(reference.sourcePath)) continue;
      seen.add(reference.sourcePath);
      queue.push(reference.sourcePath);
    }
    await pause();
  }
  return documents;
}

function readDocument(source: Source, layout: Layout, path: string, markdown: string): SourceDocument {
  const analysis = analyse(markdown);
  const references = new Map<string, PlannedReference>();
  const add = (destination: string, kind: string) => {
    const target = resolveDestination(source, { from: path, root: layout.root, destination });
    if (!target || target.path === layout.summary) return;
    const { path: sourcePath, anchor } = target;
    if (isPage(sourcePath, kind)) references.set(destination, { kind: 'page', sourcePath, ...(anchor && { anchor }) });
    else if (!references.has(destination)) references.set(destination, { kind: 'file', sourcePath });
  };
  for (const { destination, kind } of analysis.links) add(destination, kind);
  if (analysis.frontMatter.cover) add(analysis.frontMatter.cover, 'image');
  // The words of its sections are as large as the text, and no plan needs them.
  return {
    sourcePath: path,
    markdown,
    analysis: { ...analysis, sections: [] },
    references: Object.fromEntries(references),
  };
}

/**
 * Puts pages that only links lead to into the tree, hidden: below their folder's page, else beside the pages of that folder, else
 * one folder up, at last at the end.
 */
export function addHidden(nodes: OutlineNode[], paths: string[], source: Source) {
  const places = new Map<string, OutlineNode[]>();
  const readmes = new Map<string, OutlineNode[]>();
  const note = (siblings: OutlineNode[]) => {
    for (const { sourcePath, children } of siblings) {
      if (sourcePath !== undefined) place(sourcePath, siblings, children);
      note(children);
    }
  };
  const place = (path: string, siblings: OutlineNode[], children: OutlineNode[]) => {
    const folder = folderOf(path);
    if (source.readmeOf(folder) === path) {
      if (folder !== '') readmes.set(folder, children);
    } else if (!places.has(folder)) places.set(folder, siblings);
  };
  const siblingsFor = (path: string): OutlineNode[] => {
    const own = folderOf(path);
    for (let folder = source.readmeOf(own) === path ? folderOf(own) : own; folder !== ''; folder = folderOf(folder)) {
      const siblings = readmes.get(folder) ?? places.get(folder);
      if (siblings) return siblings;
    }
    return nodes;
  };
  note(nodes);
  // A folder's own page comes before the pages that belong below it.
  const depth = (path: string) => path.split('/').length - (source.readmeOf(folderOf(path)) === path ? 1 : 0);
  for (const path of paths.filter(isMarkdown).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))) {
    const node: OutlineNode = { type: 'document', title: '', sourcePath: path, hidden: true, children: [] };
    const siblings = siblingsFor(path);
    siblings.push(node);
    place(path, siblings, node.children);
  }
}
