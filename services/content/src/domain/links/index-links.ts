import { type Db, sha256, type Tx, transaction } from '@quire/runtime';
import { breather } from '../../import/breather.js';
import { type Analysis, analyse } from '../../markdown/parse.js';
import { reprieve } from '../../tables/condemned.js';
import { insertLinkSets, knownLinkSets, type LinkSet } from '../../tables/link.js';
import { canonicalJson } from '../merkle/merkle-map.js';
import type { PageRecord, References } from '../pages/page-record.js';
import type { ContentReader } from '../store/content-store.js';
import { hashAnchor, outgoingLinks } from './outgoing-links.js';

/** What of a text decides about links. */
export type LinkedText = Pick<Analysis, 'links' | 'anchors'>;

/** Of one statement. */
const batch = { sets: 500, rows: 2_000 };

/** What decides about the links and anchors of a page; undefined for one that has neither. */
export function linkKey({ document, references, target, cover }: PageRecord): string | undefined {
  if (document === undefined && target === undefined && cover === undefined) return undefined;
  const rest = target || cover ? canonicalJson([target ?? null, cover?.file ?? null, cover?.url ?? null]) : '';
  return sha256(`${document ?? ''} ${references ?? ''} ${rest}`).toString('base64url');
}

/**
 * Keeps the links of pages, unless they are known. They depend on the pages' content alone, so what was kept once is right for
 * ever. `parsed` holds texts that somebody has parsed already, by their hashes.
 */
export async function indexLinks(
  tx: Tx,
  reader: ContentReader,
  { pages, parsed }: { pages: Iterable<PageRecord>; parsed: ReadonlyMap<string, LinkedText> },
): Promise<void> {
  const byKey = await keyed(pages);
  await reprieve(tx, 'links', [...byKey.keys()]);
  const known = await knownLinkSets(tx, [...byKey.keys()]);
  const batches = missingSets(byKey, known, { reader, parsed });
  let next = await batches.next();
  // Postgres writes a batch while the next one is read.
  while (!next.done) [next] = await Promise.all([batches.next(), insertLinkSets(tx, next.value)]);
}

/**
 * The ids of the sets of links of pages, by key. What is not known yet is kept, bit by bit: who waited too long for it finds
 * less to do the next time.
 */
export async function linkSets(
  db: Db,
  reader: ContentReader,
  pages: Iterable<PageRecord>,
): Promise<ReadonlyMap<string, string>> {
  const byKey = await keyed(pages);
  const known = await knownLinkSets(db, [...byKey.keys()]);
  if (known.size === byKey.size) return known;
  for await (const sets of missingSets(byKey, known, { reader, parsed: new Map() }))
    await transaction(db, (tx) => insertLinkSets(tx, sets));
  return knownLinkSets(db, [...byKey.keys()]);
}

async function keyed(pages: Iterable<PageRecord>): Promise<Map<string, PageRecord>> {
  const breathe = breather();
  const byKey = new Map<string, PageRecord>();
  for (const page of pages) {
    const key = linkKey(page);
    if (key !== undefined) byKey.set(key, page);
    await breathe();
  }
  return byKey;
}

/** In the order of keys, as sets are to be stored. */
async function* missingSets(
  byKey: ReadonlyMap<string, PageRecord>,
  known: ReadonlyMap<string, string>,
  { reader, parsed }: { reader: ContentReader; parsed: ReadonlyMap<string, LinkedText> },
): AsyncGenerator<LinkSet[], void> {
  const breathe = breather();
  let sets: LinkSet[] = [];
  let rows = 0;
  for (const [key, page] of [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (known.has(key)) continue;
    const { document, references } = page;
    const text =
      document === undefined ? undefined : (parsed.get(document) ?? analyse(await reader.markdown(document)));
    const stored = references === undefined ? {} : ((await reader.load(references)) as References);
    const links = outgoingLinks(page, text?.links ?? [], stored);
    const anchors = [...new Set(text?.anchors.map(hashAnchor))];
    sets.push({ key, links, anchors });
    rows += links.length + anchors.length;
    await breathe();
    if (sets.length < batch.sets && rows < batch.rows) continue;
    yield sets;
    sets = [];
    rows = 0;
  }
  if (sets.length > 0) yield sets;
}
