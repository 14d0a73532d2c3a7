import type { List, SearchPageResult, SearchSpaceResult } from '@quire/contract';
import { decodeCursor, encodeCursor, invalid } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { Viewer } from '../../policies/level.js';
import { findRevisions } from '../../tables/revision.js';
import { hasManyPages, type SearchScope, type SectionHit, searchSections } from '../../tables/search.js';
import { type SpaceRow, findSpaces, visibleSpaceIds } from '../../tables/space.js';
import { viewPage } from '../pages/page-view.js';
import { excerptOf, wordsOf } from './words.js';

interface Query {
  query: string;
  limit: number;
  page?: string | undefined;
}

/** Longer queries are cut: nobody means their fortieth word. */
const mostWords = 32;

/** Pages of one space that match, best first, with the sections that do. */
export async function searchSpace(space: SpaceRow, query: Query, context: Content): Promise<List<SearchPageResult>> {
  const spaces = {
    sql: 'SELECT id FROM spaces WHERE id = :spaceId AND deleted_at IS NULL',
    bindings: { spaceId: space.id },
    many: await hasManyPages(context.db, space.id),
  };
  const { pages, ...list } = await search(spaces, query, context);
  return { items: pages.map(({ result }) => result), ...list };
}

/** The same over all spaces that the caller may see, grouped by space; a page of the list holds `limit` pages of content. */
export async function searchOrganization(
  scope: Viewer & { organizationId: string },
  query: Query,
  context: Content,
): Promise<List<SearchSpaceResult>> {
  const { pages, ...list } = await search({ sql: visibleSpaceIds, bindings: { ...scope }, many: true }, query, context);
  const results = new Map<string, SearchSpaceResult>();
  for (const { space, result } of pages) {
    const found = results.get(space.id) ?? { id: space.id, title: space.title, pages: [] };
    found.pages.push(result);
    results.set(space.id, found);
  }
  return { items: [...results.values()], ...list };
}

/** The same over spaces that the caller has been let into already. */
export async function searchSpaces(ids: readonly string[], query: Query, context: Content): Promise<Hits> {
  const sql = 'SELECT id FROM spaces WHERE id = ANY (:ids) AND deleted_at IS NULL';
  return search({ sql, bindings: { ids: [...ids] }, many: true }, query, context);
}

type Hits = Awaited<ReturnType<typeof search>>;

async function search(spaces: SearchScope['spaces'], query: Query, context: Content) {
  const words = wordsOf(query.query).slice(0, mostWords);
  const { hits, count } = await searchSections(context.db, {
    words,
    spaces,
    limit: query.limit,
    after: cursorOf(query.page),
  });
  const byPage = new Map<string, SectionHit[]>();
  for (const hit of hits) {
    // A duplicate of a space has pages of the same ids.
    const key = `${hit.space_id}/${hit.page_id}`;
    byPage.set(key, [...(byPage.get(key) ?? []), hit]);
  }
  const groups = [...byPage.values()];
  const shown = groups.slice(0, query.limit);
  const last = shown.at(-1)?.[0];
  return {
    pages: await presentHits(shown, words, context),
    ...(groups.length > query.limit && last
      ? { next: { page: encodeCursor([last.page_rank, last.space_id, last.page_id]) } }
      : {}),
    count,
  };
}

function cursorOf(page: string | undefined): SearchScope['after'] {
  const values = decodeCursor(page, 3);
  if (!values) return undefined;
  const [rank, space, id] = values;
  if (typeof rank === 'number' && typeof space === 'string' && typeof id === 'string') return { rank, space, page: id };
  throw invalid([{ path: 'query.page', message: 'is not a cursor of this list; pass next.page of an earlier answer' }]);
}

async function presentHits(groups: readonly SectionHit[][], words: readonly string[], { db, store, links }: Content) {
  const reader = store.reader(db);
  const spaces = new Map(
    (await findSpaces(db, [...new Set(groups.map(([hit]) => hit!.space_id))])).map((row) => [row.id, row]),
  );
  const revisions = await findRevisions(
    db,
    [...spaces.values()].map((space) => space.revision_id),
  );
  const roots = new Map(revisions.map((revision) => [revision.space_id, revision.shown]));
  const presented = await Promise.all(
    groups.map(async (hits) => {
      const { space_id, page_id } = hits[0]!;
      const space = spaces.get(space_id);
      const root = roots.get(space_id);
      const view = root === undefined ? undefined : await viewPage(reader, root, page_id);
      // A page that went between the search and now is no result.
      if (!space || !view) return undefined;
      const app = `${links.app('space', space_id)}?page=${page_id}`;
      const path = view.path(page_id);
      const sections = hits.map(({ anchor, heading, body }) => ({
        id: anchor,
        title: heading,
        path: anchor === '' ? path : `${path}#${anchor}`,
        body: excerptOf(body, words),
        urls: { app },
      }));
      const result: SearchPageResult = { id: page_id, title: view.need(page_id).title, path, sections, urls: { app } };
      return { space, result };
    }),
  );
  return presented.filter((item) => item !== undefined);
}
