import type { Root } from 'hast';
import { MAX_PAGE_BYTES } from '../../markdown/limits.js';
import type { ArchiveEntry } from '../archive.js';
import { titleOfName } from '../folders.js';
import { decodeHtml } from '../html/decode.js';
import type { Parent } from '../html/hast.js';
import { toMarkdown } from '../html/to-markdown.js';
import { resolveDestination } from '../references.js';
import { isMarkdown, nameOf } from '../source.js';
import { Collection, relativePath } from './collection.js';
import type { Given } from './converter.js';
import { docxToHtml } from './docx.js';

/** What is special about the pages of one tool. */
export interface Flavour {
  /** Pages that are none: indexes, what only shows a menu. */
  skip?: (path: string) => boolean;
  /** The part of a page that is its own. */
  main?: (root: Root) => Parent;
  /** A page's title, where its first heading is not. */
  title?: (root: Root) => string | undefined;
  /** An address as the author gave it. */
  address?: (href: string) => string;
  /** A page of Markdown as ours; it is kept byte for byte without this. */
  markdown?: (text: string, path: string) => string;
}

const isHtml = (path: string) => /\.x?html?$/i.test(path);
const isDocx = (path: string) => /\.docx$/i.test(path);
const isHiddenFile = (path: string) => /(?:^|\/)(?:\.(?!gitbook\/)|~\$)/.test(path);

/** Turns every document of an archive, Markdown, HTML or Word, into a page beside which its files stay where they were. */
export async function convertDocuments(
  { folder, open }: Pick<Given, 'folder' | 'open'>,
  entries: readonly ArchiveEntry[],
  flavour: Flavour = {},
): Promise<Collection> {
  const collection = new Collection(folder);
  const pages = pagePaths(entries.filter(({ path }) => !isHiddenFile(path) && !flavour.skip?.(path)));
  const files = new Set(entries.map(({ path }) => path));
  const anchors = await linkedAnchors(entries.filter(({ path }) => pages.has(path) && isHtml(path)));
  const places = { pages, files, anchors, address: flavour.address ?? ((href: string) => href) };
  for (const entry of entries) {
    const page = pages.get(entry.path);
    if (page === undefined) {
      collection.pass(entry);
    } else if (isMarkdown(entry.path)) {
      if (flavour.markdown === undefined || entry.size > MAX_PAGE_BYTES) collection.passPage(entry);
      else {
        const text = (await entry.read()).toString('utf8');
        collection.page(page, entry.path, () => flavour.markdown!(text, entry.path));
      }
    } else {
      const name = titleOfName(nameOf(page).replace(/\.md$/, ''));
      const surroundings = surroundingsOf(entry.path, page, places, collection);
      if (isDocx(entry.path)) {
        const html = await docxToHtml(await entry.read(), { folder, open, collection, name: entry.path });
        if (html === undefined) continue;
        const image = (src: string) => (collection.has(src) ? relativePath(page, src) : undefined);
        collection.page(page, entry.path, () => toMarkdown({ html, name, ...surroundings, image }).markdown);
      } else {
        const html = decodeHtml(await entry.read());
        const { main, title } = flavour;
        collection.page(page, entry.path, () => toMarkdown({ html, name, main, title, ...surroundings }).markdown);
      }
    }
  }
  collection.assertPages();
  return collection;
}

/** By document, the path of its page: the same with another ending, unless two documents would share it. */
function pagePaths(entries: readonly ArchiveEntry[]): Map<string, string> {
  const pages = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path } of entries) {
    if (!isMarkdown(path)) continue;
    pages.set(path, path);
    taken.add(path);
  }
  for (const { path } of entries) {
    if (!isHtml(path) && !isDocx(path)) continue;
    const short = path.replace(/\.[^.]+$/, '.md');
    const page = taken.has(short) ? `${path}.md` : short;
    pages.set(path, page);
    taken.add(page);
  }
  return pages;
}

/** Every `#anchor` that some link names. */
async function linkedAnchors(entries: readonly ArchiveEntry[]): Promise<Set<string>> {
  const anchors = new Set<string>();
  for (const entry of entries) addAnchors(decodeHtml(await entry.read()), anchors);
  return anchors;
}

/** Notes every `#anchor` that a link of a page names. */
export function addAnchors(html: string, anchors: Set<string>): void {
  for (const [, anchor] of html.matchAll(/href\s*=\s*["']?[^"'#\s>]{0,2000}#([^"'\s>]{1,200})/gi)) {
    anchors.add(anchor!);
    try {
      anchors.add(decodeURIComponent(anchor!));
    } catch {
      // It stands for itself.
    }
  }
}

interface Places {
  pages: ReadonlyMap<string, string>;
  files: ReadonlySet<string>;
  anchors: ReadonlySet<string>;
  address: (href: string) => string;
}

function surroundingsOf(
  from: string,
  page: string,
  { pages, files, anchors, address }: Places,
  collection: Collection,
) {
  const known = { has: (path: string) => files.has(path), readmeOf: indexIn(files) };
  const local = (destination: string) => resolveDestination(known, { from, root: '', destination });
  return {
    anchors,
    link(written: string) {
      const href = address(written);
      if (hasScheme(href)) return safeLink(href);
      if (href.startsWith('#')) return href;
      const target = local(href);
      if (!target) return href;
      const anchor = target.anchor === undefined ? '' : `#${encodeURI(target.anchor)}`;
      return relativePath(page, pages.get(target.path) ?? target.path) + anchor;
    },
    image(src: string) {
      if (/^data:/i.test(src)) {
        const asset = collection.dataUrl(src);
        return asset === undefined ? undefined : relativePath(page, asset);
      }
      if (hasScheme(src)) return /^https?:/i.test(src) ? safeLink(src) : undefined;
      const target = src === '' ? undefined : local(src);
      return target && target.path !== from ? relativePath(page, target.path) : src || undefined;
    },
  };
}

const hasScheme = (href: string) => /^[\s\p{Cc}]*[a-z][a-z0-9+.-]*:|^\/\//iu.test(href);

/** An address that does nothing but lead somewhere. */
export function safeLink(href: string): string | undefined {
  const absolute = href.trim().replace(/^\/\//, 'https://');
  if (!/^(?:https?|mailto|tel):/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  return new URL(absolute).href;
}

const indexIn = (files: ReadonlySet<string>) => (folder: string) =>
  ['index.html', 'index.htm', 'README.md', 'index.md']
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .find((path) => files.has(path));
