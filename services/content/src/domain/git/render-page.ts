import { parseDocument } from 'yaml';
import { isExternal, resolveDestination } from '../../import/references.js';
import { splitFrontMatter } from '../../markdown/front-matter.js';
import { readYaml } from '../../markdown/safe-yaml.js';
import { fieldsIn } from '../edit/page-metadata.js';
import { equalJson } from '../merkle/merkle-map.js';
import type { PageLayout, PageRecord, References } from '../pages/page-record.js';
import type { ExportPaths } from './export-paths.js';
import { relativePath } from './table-of-contents.js';

/** Where a page is written, and what else is there. */
export interface Surroundings {
  /** Of the page. */
  path: string;
  paths: ExportPaths;
  /** Folder of all pages. */
  root: string;
}

/**
 * The file of a page: its Markdown byte for byte, unless links would not lead where they lead in the space, or fields were
 * set that the front matter does not tell.
 */
export function renderPage(markdown: string, page: PageRecord, references: References, at: Surroundings): string {
  return withFields(withLinks(markdown, references, at), page, references, at);
}

function withLinks(markdown: string, references: References, { path, paths, root }: Surroundings): string {
  const files = {
    has: (file: string) => paths.pageAt.has(file) || paths.fileAt.has(file),
    readmeOf: (folder: string) =>
      ['README.md', 'readme.md', 'index.md']
        .map((name) => (folder === '' ? name : `${folder}/${name}`))
        .find((file) => paths.pageAt.has(file)),
  };
  const moved = new Map<string, string>();
  for (const [destination, reference] of Object.entries(references)) {
    const target = reference.kind === 'page' ? paths.pages.get(reference.page) : paths.files.get(reference.file);
    if (target === undefined || isExternal(destination)) continue;
    if (resolveDestination(files, { from: path, root, destination })?.path === target) continue;
    const anchor = reference.kind === 'page' && reference.anchor ? `#${reference.anchor}` : '';
    moved.set(destination, relativePath(path, target) + anchor);
  }
  if (moved.size === 0) return markdown;
  const alternatives = [...moved.keys()].map((destination) => destination.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const places = new RegExp(`(?<=[(<"']|\\]:[ \\t]*)(?:${alternatives.join('|')})(?=[)>"'\\s]|$)`, 'gm');
  return markdown.replace(places, (destination) => moved.get(destination)!);
}

type Entry = [key: string, value: unknown];

function withFields(markdown: string, page: PageRecord, references: References, at: Surroundings): string {
  const { block, body, frontMatter } = splitFrontMatter(markdown);
  const has = fieldsIn({ frontMatter });
  const changes: Entry[] = [];
  for (const field of ['description', 'icon', 'emoji'] as const) {
    if (page[field] !== has[field]) changes.push([field, page[field]]);
  }
  if (!equalJson(page.layout, has.layout)) changes.push(['layout', page.layout && writtenLayout(page.layout)]);
  changes.push(...coverChanges(page, { written: frontMatter.cover, yPos: frontMatter.coverY, references, at }));
  return changes.length === 0 ? markdown : rewrite(markdown, { block, body, changes });
}

function coverChanges(
  { cover }: PageRecord,
  { written, yPos, references, at }: { written?: string; yPos?: number; references: References; at: Surroundings },
): Entry[] {
  if (!cover)
    return written === undefined
      ? []
      : ([
          ['cover', undefined],
          ['coverY', undefined],
        ] satisfies Entry[]);
  const reference = written === undefined ? undefined : references[written];
  const said = reference?.kind === 'file' ? reference.file : written;
  const changes: Entry[] = [];
  if (said !== (cover.file ?? cover.url)) {
    const path = cover.file === undefined ? undefined : at.paths.files.get(cover.file);
    const value = path === undefined ? cover.url : relativePath(at.path, path);
    if (value !== written) changes.push(['cover', value]);
  }
  if ((cover.yPos ?? 0) !== (yPos ?? 0)) changes.push(['coverY', cover.yPos ?? 0]);
  return changes;
}

/** A page's layout says `title: false`; GitBook's front matter says `title: {visible: false}`. */
const writtenLayout = ({ width, coverSize, ...parts }: PageLayout): Record<string, unknown> => ({
  ...(width === undefined ? {} : { width }),
  ...Object.fromEntries(Object.entries(parts).map(([part, visible]) => [part, { visible }])),
  ...(coverSize === undefined && parts.cover === undefined
    ? {}
    : {
        cover: {
          ...(parts.cover === undefined ? {} : { visible: parts.cover }),
          ...(coverSize && { size: coverSize }),
        },
      }),
});

function rewrite(
  markdown: string,
  { block, body, changes }: { block: string; body: string; changes: readonly Entry[] },
): string {
  const inner = block.replace(/^\uFEFF?---[^\n]*\n/, '').replace(/(?:---|\.\.\.)[^\n]*\n?$/, '');
  // Front matter with mistakes in it is its author's to mend.
  if (!readYaml(inner, { maxLength: 8 * 1024 }).sound) return markdown;
  const document = parseDocument(inner);
  for (const [key, value] of changes) {
    if (value === undefined) document.delete(key);
    else document.set(key, value);
  }
  const yaml =
    document.contents === null || String(document).trim() === '{}' ? '' : document.toString({ lineWidth: 0 });
  if (yaml === '') return body;
  return `---\n${yaml}---\n${block === '' ? '\n' : ''}${body}`;
}
