import { type Db, transaction, type Tx } from '@quire/runtime';
import { reprieve } from './condemned.js';

export interface SectionRow {
  page_key: string;
  ordinal: number;
  anchor: string;
  heading: string;
  body: string;
  /** Words as search knows them, separated by spaces. */
  titleWords: string;
  headingWords: string;
  bodyWords: string;
}

/** Of the given page keys those whose sections are indexed, and stay so until the transaction ends. */
export async function knownSections(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  await reprieve(tx, 'sections', keys);
  const { rows } = await tx.raw<{ rows: { page_key: string }[] }>(
    'SELECT page_key FROM sections WHERE page_key = ANY (?) AND ordinal = 0',
    [[...keys]],
  );
  return new Set(rows.map((row) => row.page_key));
}

/** Both as written and stemmed: what is typed half is found by its beginning, what is inflected by its stem. */
const vector = (words: string, weight: string) =>
  `setweight(to_tsvector('simple', ${words}) || to_tsvector('english', ${words}), '${weight}')`;

export async function insertSections(tx: Tx, rows: readonly SectionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.raw(
    `INSERT INTO sections (page_key, ordinal, anchor, heading, body, vector)
     SELECT page_key, ordinal, anchor, heading, body,
            ${vector('title_words', 'A')} || ${vector('heading_words', 'B')} || ${vector('body_words', 'D')}
     FROM jsonb_to_recordset(?::jsonb) AS r (page_key text, ordinal int, anchor text, heading text, body text,
                                             title_words text, heading_words text, body_words text)
     ON CONFLICT DO NOTHING`,
    [
      JSON.stringify(
        rows.map(({ titleWords, headingWords, bodyWords, ...row }) => ({
          ...row,
          title_words: titleWords,
          heading_words: headingWords,
          body_words: bodyWords,
        })),
      ),
    ],
  );
}

export async function deleteSections(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM sections WHERE page_key = ANY (?)', [[...keys]]);
}

export async function upsertMainPages(tx: Tx, spaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
  if (keys.size === 0) return;
  await tx.raw(
    `INSERT INTO main_pages (space_id, page_id, page_key) SELECT ?, * FROM unnest(?::text[], ?::text[])
     ON CONFLICT (space_id, page_id) DO UPDATE SET page_key = excluded.page_key`,
    [spaceId, [...keys.keys()], [...keys.values()]],
  );
}

export async function deleteMainPages(tx: Tx, spaceId: string, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  await tx.raw('DELETE FROM main_pages WHERE space_id = ? AND page_id = ANY (?)', [spaceId, [...pageIds]]);
}

export interface SectionHit {
  space_id: string;
  page_id: string;
  page_rank: number;
  ordinal: number;
  anchor: string;
  heading: string;
  body: string;
}

export interface SearchScope {
  /** Words of the query, the last one taken as a beginning. */
  words: readonly string[];
  /** A query of the ids of the spaces to look in, with its bindings; `many` unless they hold few pages. */
  spaces: { sql: string; bindings: Record<string, string | boolean | string[]>; many: boolean };
  limit: number;
  /** Rank, space and page of the last hit before. */
  after: { rank: number; space: string; page: string } | undefined;
}

/** Whether a space has so many pages that a search had better start from the words. */
export async function hasManyPages(db: Db, spaceId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { pages: number }[] }>(
    `SELECT count(*)::int AS pages FROM (SELECT 1 FROM main_pages WHERE space_id = ? LIMIT ${manyPages}) AS first_pages`,
    [spaceId],
  );
  return rows[0]!.pages === manyPages;
}

const manyPages = 500;
const sectionsPerPage = 5;

/** The query of the words: every word, by its stem or as it is, the last one also by its beginning. */
function queryOf(words: readonly string[]): { sql: string; bindings: Record<string, string> } {
  const bindings: Record<string, string> = {};
  const parts = words.map((word, index) => {
    bindings[`word${index}`] = word;
    bindings[`written${index}`] = index === words.length - 1 ? `${word}:*` : word;
    return `(to_tsquery('simple', :written${index}) || to_tsquery('english', :word${index}))`;
  });
  return { sql: parts.join(' && '), bindings };
}

/** How many sections are ranked for one search at most. */
const mostRanked = 2_000;

const ranks = (query: string) => `ts_rank(vector, ${query})::float8 AS rank`;

/**
 * Where many pages may match. To rank a section means to read all of its words, which are stored apart, so no more are ranked
 * than anybody looks at: the first by the words of title and heading alone. Without statistics Postgres would start from the
 * pages, or go through all sections: that it starts from the words is not left to it.
 */
const fromWords = (query: string, spaces: string) => `matching AS MATERIALIZED (
       SELECT page_key, ordinal, ts_rank(lead, ${query}) AS lead_rank FROM sections WHERE vector @@ (${query})
     ), visible AS MATERIALIZED (
       ${spaces}
     ), chosen AS MATERIALIZED (
       SELECT m.space_id, m.page_id, x.page_key, x.ordinal
       FROM matching x JOIN main_pages m ON m.page_key = x.page_key JOIN visible ON visible.id = m.space_id
       ORDER BY x.lead_rank DESC, x.page_key, x.ordinal LIMIT ${mostRanked}
     ), hits AS MATERIALIZED (
       SELECT c.space_id, c.page_id, c.page_key, c.ordinal, ranked.rank
       FROM chosen c CROSS JOIN LATERAL (
         SELECT ${ranks(query)} FROM sections s WHERE s.page_key = c.page_key AND s.ordinal = c.ordinal OFFSET 0
       ) AS ranked
     )`;

/** Where few pages are looked at. Postgres takes any beginning of a word for rather common; it may start from the pages. */
const fromPages = (query: string, spaces: string) => `visible AS MATERIALIZED (
       ${spaces}
     ), hits AS (
       SELECT m.space_id, m.page_id, x.page_key, x.ordinal, ${ranks(query)}
       FROM sections x JOIN main_pages m ON m.page_key = x.page_key JOIN visible ON visible.id = m.space_id
       WHERE x.vector @@ (${query})
     )`;

/**
 * Pages that match all words, best first, each with its best sections: up to `limit + 1` pages after the cursor, and how
 * many in all. A word in the title counts more than one in a heading, and that more than one in the text. Where more sections
 * match than are ranked, those with a word in title or heading come first, and the others are left out.
 */
export async function searchSections(db: Db, scope: SearchScope): Promise<{ hits: SectionHit[]; count: number }> {
  if (scope.words.length === 0) return { hits: [], count: 0 };
  const { sql: query, bindings } = queryOf(scope.words);
  const { many, ...spaces } = scope.spaces;
  const statement = `WITH ${many ? fromWords(query, spaces.sql) : fromPages(query, spaces.sql)}, pages AS (
       SELECT space_id, page_id, max(rank) AS page_rank, count(*) OVER ()::int AS count FROM hits GROUP BY space_id, page_id
     ), page AS (
       SELECT * FROM pages
       ${scope.after ? 'WHERE page_rank < :rank OR (page_rank = :rank AND (space_id, page_id) > (:space, :page))' : ''}
       ORDER BY page_rank DESC, space_id, page_id LIMIT :limit
     ), ranked AS (
       SELECT page.*, hits.page_key, hits.ordinal, hits.rank,
              row_number() OVER (PARTITION BY page.space_id, page.page_id ORDER BY hits.rank DESC, hits.ordinal) AS place
       FROM page JOIN hits USING (space_id, page_id)
     )
     SELECT r.space_id, r.page_id, r.page_rank, r.count, r.ordinal, x.anchor, x.heading, x.body
     FROM ranked r JOIN sections x ON x.page_key = r.page_key AND x.ordinal = r.ordinal
     WHERE r.place <= ${sectionsPerPage}
     ORDER BY r.page_rank DESC, r.space_id, r.page_id, r.place`;
  const given = { ...bindings, ...spaces.bindings, ...scope.after, limit: scope.limit + 1 };
  const { rows } = await transaction(db, async (tx) => {
    if (many) await tx.raw('SET LOCAL enable_seqscan = off; SET LOCAL jit = off');
    return tx.raw<{ rows: (SectionHit & { count: number })[] }>(statement, given);
  });
  return { hits: rows, count: rows[0]?.count ?? 0 };
}
