import type { ContentLocation, Link, LinkList, LinkStatus, List } from '@quire/contract';
import { decodeCursor, encodeCursor, idCursor, invalid, listOf, notFound, type Principal } from '@quire/runtime';
import type { Content } from '../../context.js';
import { type LinkRow, listBacklinks, listLinks } from '../../tables/link.js';
import { type ContentAddress, contentAt } from '../content-at.js';
import type { FileRecord } from '../files/file-record.js';
import { getEntry } from '../merkle/merkle-map.js';
import { linkedPagesOf, linkTargets } from './link-targets.js';
import { Places } from './places.js';

/** An item of the list names at most so many pages; a target of more goes on in the next item. */
const placesPerItem = 100;
/** An answer names at most so many pages, however many items were asked for. */
const placesPerAnswer = 1_000;

interface LinksQuery {
  status?: LinkStatus | undefined;
  brokenContext?: 'change-request' | 'space' | undefined;
  limit: number;
  page?: string | undefined;
}

/** What the pages of a space or change request lead to, or one of them, each with every place that leads there. */
export async function readLinks(
  address: ContentAddress & { pageId?: string },
  query: LinksQuery,
  principal: Principal,
  context: Content,
): Promise<LinkList> {
  const at = await contentAt(address, principal, context);
  const { pageId } = address;
  if (pageId !== undefined && !(await at.reader.tree(at.revision.pages)).get(pageId)) throw notFound('page');
  const { targets, spaces } = await linkTargets(at, principal, context);
  const main = at.changeRequest && {
    ...at,
    revision: await context.store.needRevision(context.db, at.space.revision_id),
  };
  const most = Math.min(placesPerAnswer, query.limit * placesPerItem);
  const { rows, stats } = await listLinks(context.db, {
    targets,
    main: main && (await linkTargets(main, principal, context)).targets,
    pageId,
    status: query.status,
    brokenContext: query.brokenContext,
    after: cursorOf(query.page),
    limit: most + 1,
    placesPerItem,
  });
  const groups = inGroups(rows, most);
  const shown = groups.slice(0, query.limit);
  const last = shown.at(-1)?.at(-1);
  const places = await Places.of({ at, spaces, shown: shown.flat() }, principal, context);
  return {
    items: await Promise.all(shown.map((group) => present(group, places))),
    ...(last && last !== rows.at(-1) ? { next: { page: encodeCursor([last.target, last.page_id]) } } : {}),
    count: stats.count,
    stats: {
      total: stats.total,
      broken: { total: stats.broken, ...(at.changeRequest ? { changeRequest: stats.broken_here } : {}) },
    },
  };
}

/** The pages that lead to a page or file of the same content, by id. */
export async function readBacklinks(
  address: ContentAddress & ({ pageId: string } | { fileId: string }),
  query: { limit: number; page?: string | undefined },
  principal: Principal,
  context: Content,
): Promise<List<ContentLocation>> {
  const at = await contentAt(address, principal, context);
  const { reader, revision, space } = at;
  const target =
    'pageId' in address
      ? ({ kind: 'page', id: address.pageId } as const)
      : ({ kind: 'file', id: address.fileId } as const);
  const exists =
    target.kind === 'page'
      ? (await reader.tree(revision.pages)).get(target.id)
      : await getEntry<FileRecord>(reader, revision.files, target.id);
  if (!exists) throw notFound(target.kind);
  const { ids, count } = await listBacklinks(context.db, {
    spaceId: space.id,
    pages: await linkedPagesOf(reader, revision.pages, context),
    target,
    after: idCursor(query.page),
    limit: query.limit,
  });
  const places = await Places.of({ at, spaces: new Map(), shown: [] }, principal, context);
  return listOf(ids, { limit: query.limit, count, cursor: (id) => [id], present: (id) => places.page(id) });
}

function cursorOf(page: string | undefined) {
  const values = decodeCursor(page, 2);
  if (!values) return undefined;
  const [target, id] = values;
  if (typeof target === 'string' && typeof id === 'string') return { target, page: id };
  throw invalid([{ path: 'query.page', message: 'is not a cursor of this list; pass next.page of an earlier answer' }]);
}

/** Rows of the same target together, as many as an item holds; one that the last row may have cut short is left for later. */
function inGroups(rows: readonly LinkRow[], most: number): LinkRow[][] {
  const groups: LinkRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]!.target === row.target && group.length < placesPerItem) group.push(row);
    else groups.push([row]);
  }
  return rows.length > most ? groups.slice(0, -1) : groups;
}

async function present(group: readonly LinkRow[], places: Places): Promise<Link> {
  const first = group[0]!;
  return {
    status: first.status,
    relation: first.depends_on ? 'dependsOn' : 'reference',
    targetReference: await places.target(first),
    locationReferences: group.map((row) => places.page(row.page_id)),
  };
}
