import { MAX_PAGE_BYTES } from '../../markdown/limits.js';
import type { ArchiveEntry } from '../archive.js';
import { refuseImport } from '../refusal.js';
import { type OutlineNode, summaryOutline } from '../outline.js';
import { isMarkdown, nameOf, Source } from '../source.js';
import { Collection, relativePath } from './collection.js';
import type { Converter } from './converter.js';
import { outsideOfFences } from './lines.js';
import { entriesOf, sniff } from './open-archive.js';

const otherMarkup = /\.(?:textile|asciidoc|adoc|asc|rst|rest|mediawiki|wiki|org|creole|pod|rdoc)$/i;
const isPart = (path: string) => /^_(?:sidebar|footer|header)\.(?:md|markdown)$/i.test(nameOf(path));

/** An archive of a wiki's repository: `Home.md`, `_Sidebar.md` as table of contents, `[[links]]` by the name of a page. */
export const githubWiki: Converter = async (given) => {
  if ((await sniff(given.path)) !== 'zip')
    throw refuseImport('This is no zip file: clone the wiki and import its folder as a zip file.');
  const entries = await entriesOf(given);
  const collection = new Collection(given.folder);
  const names = pagesByName(entries);
  const archive = new Source(entries);
  const wiki = { names, files: new Set(archive.paths) };
  for (const entry of entries) {
    const { path } = entry;
    if (otherMarkup.test(path)) collection.leaveOut(path, 'is not Markdown and was left out.');
    else if (!isMarkdown(path)) collection.pass(entry);
    else {
      const text = await archive.text(path, { maxBytes: MAX_PAGE_BYTES });
      collection.page(path, path, () => readWikiLinks(text, path, wiki));
    }
  }
  collection.assertPages();
  const source = new Source(collection.entries);
  const sidebar = source.paths.find((path) => /^_sidebar\.(?:md|markdown)$/i.test(path));
  const warnings = [...collection.warnings];
  const layout = { root: '', redirects: {} };
  const listed = sidebar && (await summaryOutline(source, { ...layout, summary: sidebar }, warnings));
  return {
    entries: collection.entries,
    layout,
    warnings,
    leftOut: collection.leftOut + (listed ? listed.skipped : 0),
    outline: () => withOthers(listed ? listed.nodes : [], source),
  };
};

/** A wiki knows its pages by their file names alone, without regard to case, with hyphens for blanks. */
function pagesByName(entries: readonly ArchiveEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path } of entries)
    if (isMarkdown(path) && !isPart(path)) names.set(keyOf(nameOf(path).replace(/\.[^.]+$/, '')), path);
  return names;
}

const keyOf = (name: string) =>
  name
    .trim()
    .replace(/[\s/]+/g, '-')
    .toLowerCase();

interface Wiki {
  names: ReadonlyMap<string, string>;
  files: ReadonlySet<string>;
}

/** Writes `[[Page]]`, `[[words|Page#part]]` and `[[image.png|alt=words]]` as Markdown, but not in code. */
export function readWikiLinks(markdown: string, from: string, wiki: Wiki): string {
  return outsideOfFences(markdown, (line) =>
    line.replace(
      /(?<!`)(`+)(?!`)[^`]+(?<!`)\1(?!`)|(?<!\\)\[\[([^[\]\n]{1,500})\]\]/g,
      (written: string, _ticks: string | undefined, inner: string | undefined) =>
        (inner !== undefined && wikiLink(inner, from, wiki)) || written,
    ),
  );
}

function wikiLink(inner: string, from: string, { names, files }: Wiki): string | undefined {
  const parts = inner.split('|').map((part) => part.trim());
  const file = parts[0]!.replace(/^\//, '');
  const alt = parts.find((part) => part.startsWith('alt='))?.slice(4) ?? '';
  if (/\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(file)) {
    const url = files.has(file) ? relativePath(from, file) : /^https?:/.test(file) ? file : undefined;
    return url === undefined ? undefined : `![${escaped(alt)}](<${url}>)`;
  }
  const target = parts[1] ?? parts[0]!;
  const [page = '', anchor] = target.split('#', 2);
  const part = anchor === undefined ? '' : `#${encodeURI(anchor)}`;
  const words = escaped(parts[0]!);
  if (/^https?:\/\/\S+$/.test(target)) return `[${words}](<${target.replace(/[<>]/g, encodeURIComponent)}>)`;
  const path = names.get(keyOf(page));
  // A page that nobody has written yet.
  if (path === undefined) return page === '' && anchor ? `[${words}](${part})` : words;
  return `[${words}](${relativePath(from, path)}${part})`;
}

const escaped = (words: string) => words.replace(/[[\]\\]/g, '\\$&');

/** Every page of a wiki can be found in it: those that the sidebar leaves out come behind the others, `Home` before all. */
function withOthers(nodes: OutlineNode[], source: Source): OutlineNode[] {
  const placed = new Set<string>();
  const note = (list: readonly OutlineNode[]): void => {
    for (const { sourcePath, children } of list) {
      if (sourcePath !== undefined) placed.add(sourcePath);
      note(children);
    }
  };
  note(nodes);
  const collator = new Intl.Collator('en', { numeric: true });
  const others = source.paths
    .filter((path) => isMarkdown(path) && !isPart(path) && !placed.has(path))
    .sort(collator.compare)
    .map((path): OutlineNode => {
      return { type: 'document', title: titleOf(path), sourcePath: path, children: [] };
    });
  const isHome = ({ sourcePath = '' }: OutlineNode) => /^home\.(?:md|markdown)$/i.test(sourcePath);
  return [...others.filter(isHome), ...nodes, ...others.filter((node) => !isHome(node))];
}

const titleOf = (path: string) =>
  nameOf(path)
    .replace(/\.[^.]+$/, '')
    .replaceAll('-', ' ');
