import { cutTitle, MAX_SLUG_LENGTH } from '../markdown/limits.js';
import { pageSlug, uniqueNames } from '../markdown/slug.js';
import type { ArchiveEntry } from './archive.js';
import type { Repository } from './convert/converter.js';
import { breather } from './breather.js';
import { addHidden, MAX_PAGES, readDocuments, type SourceDocument } from './documents.js';
import { planFile } from './files.js';
import type { ImportPlan, ImportWarning, PlannedFile, PlannedPage } from './import-plan.js';
import { titleOfName } from './folders.js';
import { findLayout, type Layout } from './layout.js';
import { findOutline, type OutlineNode } from './outline.js';
import { resolveDestination } from './references.js';
import { refuseImport } from './refusal.js';
import { folderOf, isMarkdown, nameOf, Source } from './source.js';

/**
 * Works out what an import of these files makes: the tree of pages, the files they use, and where every link between them leads.
 * Nothing is written. What cannot be imported at all is a 400; what is left out is in `warnings`.
 */
export async function planImport(
  entries: Iterable<ArchiveEntry>,
  given: Omit<Repository, 'entries'> = {},
): Promise<ImportPlan> {
  const source = new Source(entries);
  if (!source.paths.some(isMarkdown))
    throw refuseImport('There is no Markdown in the archive: it needs at least one .md file.');
  const warnings: ImportWarning[] = [...(given.warnings ?? [])];
  const layout = given.layout ?? (await findLayout(source, warnings));
  const { nodes, skipped } = given.outline
    ? { nodes: given.outline(new Set(source.paths)), skipped: 0 }
    : await findOutline(source, layout, warnings);
  const listed = pathsIn(nodes);
  if (listed.length === 0) {
    throw refuseImport(
      `${layout.summary ?? 'The root folder'} leads to no Markdown file. Check its paths, they are relative to it.`,
    );
  }
  const documents = await readDocuments(source, layout, listed);
  const inTree = new Set(listed);
  addHidden(
    nodes,
    [...documents.keys()].filter((path) => !inTree.has(path)),
    source,
  );
  const pages = planPages(nodes, documents);
  const total = countPages(pages);
  if (total > MAX_PAGES) throw refuseImport(`There are more than ${MAX_PAGES} pages. Split them into several spaces.`);
  const files = await planFiles(source, documents.values(), given.keep);
  warnLeftOut(source, layout, { documents, warnings });
  const importedResources = countPages(pages, (page) => page.type !== 'group') + files.length;
  return {
    pages,
    files,
    redirects: planRedirects(source, layout, { documents, warnings }),
    warnings,
    totalResources: importedResources + skipped + (given.leftOut ?? 0),
    importedResources,
  };
}

const pathsIn = (nodes: OutlineNode[]): string[] =>
  nodes.flatMap(({ sourcePath, children }) => [
    ...(sourcePath === undefined ? [] : [sourcePath]),
    ...pathsIn(children),
  ]);

function planPages(nodes: OutlineNode[], documents: Map<string, SourceDocument>): PlannedPage[] {
  const unique = uniqueNames({ maxLength: MAX_SLUG_LENGTH, first: 2 });
  return nodes.map((node) => {
    const page = planPage(node, node.sourcePath === undefined ? undefined : documents.get(node.sourcePath));
    return {
      ...page,
      title: cutTitle(page.title),
      slug: unique(page.slug),
      children: planPages(node.children, documents),
    };
  });
}

function planPage(node: OutlineNode, document: SourceDocument | undefined): PlannedPage {
  const { type, hidden, href } = node;
  if (!document)
    return {
      type,
      title: node.title,
      slug: pageSlug(node.slug ?? node.title),
      href,
      hidden,
      references: {},
      children: [],
    };
  const { sourcePath, markdown, analysis, references } = document;
  const { title, description, icon, emoji, layout, cover, coverY, hidden: hiddenByItself } = analysis.frontMatter;
  const name = ownName(sourcePath);
  return {
    type,
    sourcePath,
    title: node.title || title || analysis.title || titleOfName(name),
    slug: pageSlug(node.slug ?? name),
    description,
    icon,
    emoji,
    hidden: hidden || hiddenByItself,
    layout,
    cover,
    coverY,
    markdown,
    analysis,
    references,
    children: [],
  };
}

/** A file's name without its ending; of a `README.md` its folder's name. */
function ownName(path: string): string {
  const name = nameOf(path).replace(/\.[a-z]+$/i, '');
  return /^(?:readme|index)$/i.test(name) ? nameOf(folderOf(path)) || name : name;
}

function countPages(pages: PlannedPage[], counts: (page: PlannedPage) => boolean = () => true): number {
  return pages.reduce((sum, page) => sum + Number(counts(page)) + countPages(page.children, counts), 0);
}

/** What pages use, and everything in GitBook's own folder of assets. */
async function planFiles(
  source: Source,
  documents: Iterable<SourceDocument>,
  keep: (path: string) => boolean = () => false,
): Promise<PlannedFile[]> {
  const paths = new Set<string>();
  for (const { references } of documents) {
    for (const reference of Object.values(references)) if (reference.kind === 'file') paths.add(reference.sourcePath);
  }
  for (const path of source.paths) if (keep(path) || /(?:^|\/)\.gitbook\/assets\//.test(path)) paths.add(path);
  const files: PlannedFile[] = [];
  const pause = breather();
  for (const path of paths) {
    files.push(await planFile(source, path));
    await pause();
  }
  return files;
}

interface Findings {
  documents: Map<string, SourceDocument>;
  warnings: ImportWarning[];
}

function planRedirects(source: Source, { root, redirects }: Layout, { documents, warnings }: Findings) {
  return Object.entries(redirects).flatMap(([from, destination]) => {
    const target = resolveDestination(source, { from: root === '' ? '' : `${root}/`, root, destination });
    const path = addressedPath(from);
    if (path !== undefined && target && documents.has(target.path)) return [{ from: path, sourcePath: target.path }];
    warnings.push({
      path: '.gitbook.yaml',
      message:
        path === undefined
          ? `The redirect of ${from.slice(0, 100)} is for no path that an address can have.`
          : `The redirect of ${from} leads to ${destination}, which is no page.`,
    });
    return [];
  });
}

const deepestRedirect = 50;

/** A path as browsers ask for it, decoded, without slashes around it; undefined when none would. */
function addressedPath(written: string): string | undefined {
  const parts = written
    .split(/[?#]/, 1)[0]!
    .replace(/^\/+|\/+$/g, '')
    .split('/');
  if (written.length > 1024 || parts.length > deepestRedirect) return undefined;
  try {
    const decoded = parts.map(decodeURIComponent);
    return decoded.every((part) => part !== '' && !/^\.{1,2}$/.test(part) && !/[/\0]/.test(part))
      ? decoded.join('/')
      : undefined;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Markdown that nothing names or links to is left out, as GitBook does, but not in silence. */
function warnLeftOut(source: Source, { root, summary }: Layout, { documents, warnings }: Findings) {
  if (summary === undefined) return;
  const left = source.paths.filter(
    (path) =>
      isMarkdown(path) && path !== summary && !documents.has(path) && (root === '' || path.startsWith(`${root}/`)),
  );
  if (left.length === 0) return;
  const names = `${left.slice(0, 10).join(', ')}${left.length > 10 ? ', …' : ''}`;
  warnings.push({
    path: summary,
    message: `Neither named here nor linked from a page, so left out (${left.length}): ${names}`,
  });
}
