import type { Tx } from '@quire/runtime';
import { breather } from '../../import/breather.js';
import { analyse, type Section } from '../../markdown/parse.js';
import {
  deleteMainPages,
  insertSections,
  knownSections,
  type SectionRow,
  upsertMainPages,
} from '../../tables/search.js';
import { indexLinks, type LinkedText } from '../links/index-links.js';
import { hashOf, type MapDiff } from '../merkle/merkle-map.js';
import type { PageRecord } from '../pages/page-record.js';
import type { ContentReader } from '../store/content-store.js';
import { wordsOf } from './words.js';

/** Postgres takes at most 1 MiB of text for one vector. */
const largestSection = 100_000;
/** What is found of a title or heading: as long as it is read as one. */
const longestHeading = 1_000;
/** Of one statement, in rows and characters: reading words takes Postgres about a second per million. */
const batch = { rows: 500, characters: 1_000_000 };

/**
 * Brings search in a space's main content, and the links there, up to what has changed of its pages. What is found in a page depends
 * on its title and document alone, so pages that were moved cost nothing, and a text that was indexed once is never again.
 */
export async function indexMain(
  tx: Tx,
  reader: ContentReader,
  spaceId: string,
  diff: MapDiff<PageRecord>,
): Promise<void> {
  const parsed = new Map<string, LinkedText>();
  const gone: string[] = [];
  const found = new Map<string, { key: string; page: PageRecord }>();
  const breathe = breather();
  for (const [id, { before: old, after: page }] of diff) {
    const [oldKey, key] = [old && pageKey(old), page && pageKey(page)];
    if (page && key !== undefined && key !== oldKey) found.set(id, { key, page });
    if (oldKey !== undefined && key === undefined) gone.push(id);
    await breathe();
  }
  const known = await knownSections(tx, [...new Set([...found.values()].map(({ key }) => key))]);
  const missing = new Map([...found.values()].filter(({ key }) => !known.has(key)).map(({ key, page }) => [key, page]));
  // In the order of keys: two transactions that index the same texts wait for each other, but never both.
  const batches = batchesOf(
    [...missing].sort(([a], [b]) => (a < b ? -1 : 1)),
    { reader, parsed },
  );
  let next = await batches.next();
  // Postgres writes a batch while the next one is read.
  while (!next.done) [next] = await Promise.all([batches.next(), insertSections(tx, next.value)]);
  await upsertMainPages(tx, spaceId, new Map([...found].map(([id, { key }]) => [id, key])));
  await deleteMainPages(tx, spaceId, gone);
  const changed = [...diff.values()].flatMap(({ after: page }) => page ?? []);
  await indexLinks(tx, reader, { pages: changed, parsed });
}

async function* batchesOf(
  pages: readonly (readonly [key: string, page: PageRecord])[],
  { reader, parsed }: { reader: ContentReader; parsed: Map<string, LinkedText> },
): AsyncGenerator<SectionRow[], void> {
  const breathe = breather();
  let rows: SectionRow[] = [];
  let characters = 0;
  for (const [key, page] of pages) {
    const text = analyse(page.document === undefined ? '' : await reader.markdown(page.document));
    if (page.document !== undefined) parsed.set(page.document, { links: text.links, anchors: text.anchors });
    for (const row of sectionsOf(key, page.title, text.sections)) {
      rows.push(row);
      characters += row.body.length;
      if (rows.length < batch.rows && characters < batch.characters) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    await breathe();
  }
  if (rows.length > 0) yield rows;
}

/** What decides about the sections of a page; undefined for what search does not find. */
function pageKey(page: PageRecord): string | undefined {
  if (page.type !== 'document' || page.noIndex) return undefined;
  return hashOf([page.title, page.document ?? '']);
}

function sectionsOf(key: string, title: string, sections: readonly Section[]): SectionRow[] {
  const rows: SectionRow[] = [];
  const [first, ...rest] = sections;
  // The page itself is found by its title even when it holds nothing.
  for (const { anchor, heading, body } of [first ?? { anchor: '', heading: '', body: '' }, ...rest]) {
    for (let start = 0; start === 0 || start < body.length; start += largestSection) {
      const part = body.slice(start, start + largestSection);
      rows.push({
        page_key: key,
        ordinal: rows.length,
        anchor,
        heading,
        body: part,
        titleWords: wordsOf(title.slice(0, longestHeading)).join(' '),
        headingWords: wordsOf(heading.slice(0, longestHeading)).join(' '),
        bodyWords: wordsOf(part).join(' '),
      });
    }
  }
  return rows;
}
