import { type Db, sha256, type Tx, transaction } from '@quire/runtime';
import { breather } from '../../import/breather.js';
import { type Analysis, analyse } from '../../markdown/parse.js';
import { insertLinkSets, knownLinkSets, type LinkSet } from '../../tables/link.js';
import { canonicalJson } from '../merkle/merkle-map.js';
import type { PageRecord, References } from '../pages/page-record.js';
import type { ContentReader } from '../store/content-store.js';
import { hashAnchor, outgoingLinks } from './outgoing-links.js';

/** What of a text decides about links. */
export type LinkedText = Pick<Analysis, 'links' | 'anchors'>;

/** Of one statement. */
const batch = { sets: 500, rows: 5_000 };

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
  for await (const sets of setsOf(await missing(tx, pages), { reader, parsed })) await insertLinkSets(tx, sets);
}

/** The same for what somebody is about to read: bit by bit, each kept as soon as it is there. */
export async function ensureLinks(db: Db, reader: ContentReader, pages: Iterable<PageRecord>): Promise<void> {
  for await (const sets of setsOf(await missing(db, pages), { reader, parsed: new Map() }))
    await transaction(db, (tx) => insertLinkSets(tx, sets));
}

/**
 * The pages whose links are not known, by their keys; in the order of documents, then of keys: two transactions that keep the
 * same links and anchors wait for each other, but never both.
 */
async function missing(db: Db, pages: Iterable<PageRecord>): Promise<[key: string, page: PageRecord][]> {
  const byKey = new Map<string, PageRecord>();
  for (const page of pages) {
    const key = linkKey(page);
    if (key !== undefined) byKey.set(key, page);
  }
  const known = await knownLinkSets(db, [...byKey.keys()]);
  const order = ([key, { document = '' }]: [string, PageRecord]) => `${document} ${key}`;
  return [...byKey].filter(([key]) => !known.has(key)).sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

async function* setsOf(
  pages: readonly [key: string, page: PageRecord][],
  { reader, parsed }: { reader: ContentReader; parsed: ReadonlyMap<string, LinkedText> },
): AsyncGenerator<LinkSet[], void> {
  const breathe = breather();
  let sets: LinkSet[] = [];
  let rows = 0;
  for (const [key, page] of pages) {
    const { document, references } = page;
    const text =
      document === undefined ? undefined : (parsed.get(document) ?? analyse(await reader.markdown(document)));
    const stored = references === undefined ? {} : ((await reader.load(references)) as References);
    const links = outgoingLinks(page, text?.links ?? [], stored);
    const hashes = new Set(text?.anchors.map(hashAnchor));
    const anchors = document === undefined ? [] : [...hashes].map((anchor_hash) => ({ document, anchor_hash }));
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
