import { attribute, escapeHtml } from '../render/escape.js';
import type { PublishedContent, RevisionPage } from '../clients/published-content.js';
import { type Node, nodesOf } from '../render/document.js';
import { holdingFor, shownNodes } from './conditions.js';
import { type PlainFrame, plainPage, searchForm } from './frame.js';
import type { Library } from './library.js';
import { type Entrance, pageHref } from './place.js';

export interface SearchItem {
  href: string;
  title: string;
  /** Where the page is: space, pages above it, heading. */
  place: string;
  excerpt: string;
}

const longestQuery = 512;
/** Asked for; hidden pages among them are not shown. */
const mostFound = 40;

/** Pages of the whole site that match, best first. */
export async function searchSite(
  entrance: Entrance,
  text: string,
  { content, library }: { content: PublishedContent; library: Library },
): Promise<SearchItem[]> {
  const query = text.trim().slice(0, longestQuery);
  const { tree, spaces } = entrance.snapshot;
  const siteSpaces = new Map(tree.siteSpaces.filter(({ shown }) => shown).map((each) => [each.space_id, each]));
  if (query === '' || siteSpaces.size === 0) return [];
  const { pages: found } = await content.search([...siteSpaces.keys()], { query, limit: mostFound });
  const items = await Promise.all(
    found.map(async ({ space, page: id, sections }): Promise<SearchItem[]> => {
      const siteSpace = siteSpaces.get(space);
      const facts = spaces.get(space);
      if (!siteSpace || !facts) return [];
      const { index } = await library.revision(facts.revision);
      const page = index.get(id);
      // Main may have moved on from the revision that is shown here.
      if (!page || index.isHidden(page)) return [];
      const visible = await visibleText(page, { entrance, library });
      if (visible !== undefined && !holdsWords(`${page.title} ${visible}`, query)) return [];
      // What was found may stand where this reader sees nothing.
      const [best] = visible === undefined ? sections : [];
      const place = [
        ...(siteSpaces.size > 1 ? [facts.title] : []),
        ...index.ancestors(page).map(({ title }) => title),
        ...(best?.heading && best.heading !== page.title ? [best.heading] : []),
      ].join(' › ');
      const anchor = best?.anchor ? `#${encodeURIComponent(best.anchor)}` : '';
      const href = pageHref({ ...entrance, siteSpace, index }, page) + anchor;
      return [{ href, title: page.title, place, excerpt: best?.excerpt ?? '' }];
    }),
  );
  return items.flat();
}

/** What this reader sees of a page that hides something from them; undefined of all others. */
async function visibleText(page: RevisionPage, { entrance, library }: { entrance: Entrance; library: Library }) {
  const conditions = await library.conditions(page);
  const holding = new Set(holdingFor(conditions, entrance.claims));
  if (holding.size === conditions.size) return undefined;
  const { document } = await library.text(page);
  return shownNodes(nodesOf(document), holding)
    .map((node) => allText(node))
    .join(' ');
}

const allText = ({ leaves = [], nodes = [], fragments = [] }: Node): string =>
  [
    leaves.map(({ text }) => text).join(''),
    ...nodes.map(allText),
    ...fragments.flatMap((fragment) => fragment.nodes.map(allText)),
  ].join(' ');

/** Whether each word of the query is in the text, as it is written. */
function holdsWords(text: string, query: string): boolean {
  const folded = (written: string) => written.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const within = folded(text);
  return (folded(query).match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => within.includes(word));
}

export function searchPage(frame: PlainFrame, query: string, items: readonly SearchItem[]): string {
  const results = items.map(
    ({ href, title, place, excerpt }) =>
      `<li dir="auto"><a${attribute('href', href)}>${escapeHtml(title)}</a>${place ? `<small>${escapeHtml(place)}</small>` : ''}<p>${escapeHtml(excerpt)}</p></li>`,
  );
  const outcome =
    query.trim() === ''
      ? ''
      : items.length > 0
        ? `<ol class="found">\n${results.join('\n')}\n</ol>`
        : '<p role="status">Nothing found.</p>';
  return plainPage(frame, { title: 'Search', html: `${searchForm(frame.search, query)}\n${outcome}` });
}
