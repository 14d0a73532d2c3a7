import { breather } from '../../import/breather.js';
import { folderOf } from '../../import/source.js';
import { resolveDestination } from '../../import/references.js';
import { parseSummary, type SummaryItem, SummaryTooDeep } from '../../import/summary.js';
import { type PageRecord, rootPage } from '../pages/page-record.js';
import type { ExportPaths, RepositoryLayout } from './export-paths.js';
import type { PageTree } from '../pages/page-tree.js';

/** Whether a `SUMMARY.md` can name the page: hidden and computed ones, and links that are no web address, have no words there. */
export const isListed = (page: PageRecord): boolean =>
  page.hidden !== true && page.type !== 'computed' && (page.type !== 'link' || isWebAddress(page.target));

const isWebAddress = (target: PageRecord['target']) =>
  target?.kind === 'url' && /^(?:https?:\/\/|\/\/|mailto:)/i.test(target.url);

/** What the table of contents of a space says; what is below a page that is not listed is not either. */
export async function contentsOf(
  tree: PageTree,
  paths: ReadonlyMap<string, string>,
  summary: string,
): Promise<SummaryItem[]> {
  const pause = breather();
  const items = async (parent: string): Promise<SummaryItem[]> => {
    const listed: SummaryItem[] = [];
    for (const id of tree.children(parent)) {
      const page = tree.need(id);
      await pause();
      if (!isListed(page)) continue;
      const destination = page.type === 'document' ? relativePath(summary, paths.get(id)!) : hrefOf(page);
      const title = oneLine(page.title);
      listed.push({ title, ...(destination === undefined ? {} : { destination }), children: await items(id) });
    }
    return listed;
  };
  return items(rootPage);
}

const hrefOf = ({ target }: PageRecord) => (target?.kind === 'url' ? target.url : undefined);
const oneLine = (title: string) => title.replace(/\s+/g, ' ').trim() || 'Untitled';

/**
 * Writes a `SUMMARY.md`: groups at the top are headings, everything else is a nested list. A rule ends a group that is
 * followed by something that is not in it.
 */
export function writeSummary(items: readonly SummaryItem[]): string {
  let text = '# Table of contents\n';
  let section: 'none' | 'list' | 'group' = 'none';
  for (const item of items) {
    if (item.destination === undefined) {
      text += `\n## ${escapeText(item.title)}\n${item.children.length > 0 ? '\n' : ''}${list(item.children, 0)}`;
      section = 'group';
    } else {
      if (section === 'group') text += '\n---\n\n';
      else if (section === 'none') text += '\n';
      text += list([item], 0);
      section = 'list';
    }
  }
  return text;
}

function list(items: readonly SummaryItem[], depth: number): string {
  return items
    .map(({ title, destination, children }) => {
      const label = escapeText(title);
      const line = destination === undefined ? label : `[${label}](${escapeAddress(destination)})`;
      return `${'  '.repeat(depth)}* ${line}\n${list(children, depth + 1)}`;
    })
    .join('');
}

/** Whether two lists that were made the same way are equal: then the order of keys is the same, too. */
export const sameItems = (one: readonly SummaryItem[], other: readonly SummaryItem[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a table of contents that somebody wrote says the same as ours would. */
export function saysTheSame(
  written: string,
  items: readonly SummaryItem[],
  { layout, paths }: { layout: RepositoryLayout; paths: Pick<ExportPaths, 'pageAt'> },
): boolean {
  const files = { has: (path: string) => paths.pageAt.has(path), readmeOf: () => undefined };
  const plain = (some: readonly SummaryItem[]): SummaryItem[] =>
    some.map(({ title, destination, children }) => {
      const from = layout.summary;
      const path =
        destination === undefined
          ? undefined
          : (resolveDestination(files, { from, root: layout.root, destination })?.path ?? destination);
      return { title, ...(path === undefined ? {} : { destination: path }), children: plain(children) };
    });
  try {
    return sameItems(plain(parseSummary(written)), plain(parseSummary(writeSummary(items))));
  } catch (error) {
    if (error instanceof SummaryTooDeep) return false;
    throw error;
  }
}

/** Escapes what Markdown would take for more than itself, and nothing else: tables of contents are read by people too. */
const escapeText = (text: string) =>
  text
    .replace(/[\\`*[\]<>&~|]|\{(?=%)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<!\S)[#+=-]|!$/gu, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/** An address as it stands in a link; a blank in it needs the angle brackets. */
function escapeAddress(address: string): string {
  const escaped = address.replace(/[\\<>()&]/g, '\\$&').replace(/[\r\n]/g, encodeURIComponent);
  return /\s/.test(escaped) ? `<${escaped}>` : escaped;
}

/** The way from one file to another, percent-encoded where Markdown needs it. */
export function relativePath(from: string, to: string): string {
  const [source, target] = [folderOf(from).split('/').filter(Boolean), to.split('/')];
  let common = 0;
  while (common < source.length && common < target.length - 1 && source[common] === target[common]) common += 1;
  const path = [...source.slice(common).map(() => '..'), ...target.slice(common)].map(encode).join('/');
  // `a:b.md` would be an address.
  return /^[^/]*:/.test(path) ? `./${path}` : path;
}

const encode = (name: string) =>
  name.replace(/[\s<>()\\%#?&"`]/gu, (character) =>
    /[()]/.test(character) ? hex(character) : encodeURIComponent(character),
  );
const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
