import type { List, Page, Revision, RevisionFile } from '@quire/contract';
import { type Principal, Representation, idCursor, listOf, notFound } from '@quire/runtime';
import type { Content } from '../context.js';
import { presentFile } from '../present/file.js';
import { presentPage } from '../present/page.js';
import { presentRevision } from '../present/revision.js';
import { findMergedChangeRequests } from '../tables/change-request.js';
import { findRevisionCommits } from '../tables/revision-commit.js';
import { type ContentAddress, contentAt } from './content-at.js';
import type { FileRecord } from './files/file-record.js';
import { allEntries, getEntry } from './merkle/merkle-map.js';
import { rootPage } from './pages/page-record.js';
import { type PageView, viewPage } from './pages/page-view.js';
import { jsonOf } from './read-document.js';
import type { ContentReader } from './store/content-store.js';

/** The reads that main, change requests and revisions have in common. */

interface ContentQuery {
  /** Whether what git says of it comes along. */
  metadata: boolean;
  /** Whether pages are computed. */
  computed: boolean;
}

interface PageQuery extends ContentQuery {
  format?: 'markdown' | 'document' | undefined;
}

/** A revision with its pages as a tree and all its files. */
export async function readRevision(
  address: ContentAddress,
  { metadata, computed }: ContentQuery,
  principal: Principal,
  context: Content,
): Promise<Representation<Revision>> {
  const { revision, reader, space } = await contentAt(address, principal, context, { computed });
  const commit = metadata ? (await findRevisionCommits(context.db, [revision.id])).get(revision.id) : undefined;
  const mergedFrom = (await findMergedChangeRequests(context.db, [revision])).get(revision.id);
  const tag = JSON.stringify([
    revision.id,
    computed,
    context.urls.period(),
    metadata,
    commit?.oid,
    commit?.url,
    mergedFrom,
  ]);
  return new Representation(tag, async () => {
    const files = (await allEntries<FileRecord>(reader, revision.files)).sort(byId);
    return presentRevision(
      revision,
      {
        pages: await presentTree(revision.pages, { reader, spaceId: space.id, metadata, context }),
        files: files.map(([id, file]) => presentFile(id, file, context.urls.download, { metadata })),
        commit,
        mergedFrom,
      },
      context.links,
    );
  });
}

/** The pages of a revision as a tree. */
export async function readPages(
  address: ContentAddress,
  { metadata, computed }: ContentQuery,
  principal: Principal,
  context: Content,
): Promise<Representation<{ pages: Page[] }>> {
  const { revision, reader, space } = await contentAt(address, principal, context, { computed });
  return new Representation(`${space.id} ${revision.pages} ${metadata}`, async () => ({
    pages: await presentTree(revision.pages, { reader, spaceId: space.id, metadata, context }),
  }));
}

async function presentTree(
  root: string,
  {
    reader,
    spaceId,
    metadata,
    context,
  }: { reader: ContentReader; spaceId: string; metadata: boolean; context: Content },
): Promise<Page[]> {
  const view = await reader.tree(root);
  const top = view.children(rootPage);
  const blobIds = metadata ? await blobIdsBelow(top, view, reader) : undefined;
  return top.map((id) => presentPage(id, { spaceId, view, links: context.links, ...(blobIds ? { blobIds } : {}) }));
}

/** What git calls the texts of pages that came from files, and of those below them, by hash. */
function blobIdsBelow(ids: readonly string[], view: PageView, reader: ContentReader) {
  const documents = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { source, document } = view.need(id);
    if (source !== undefined && document !== undefined) documents.add(document);
    waiting.push(...view.children(id));
  }
  return reader.blobIds(documents);
}

/** One page by its id, with its text when a format was asked for. */
export async function readPage(
  address: ContentAddress & { pageId: string },
  query: PageQuery,
  principal: Principal,
  context: Content,
): Promise<Representation<Page>> {
  const at = await contentAt(address, principal, context, query);
  const view = await viewPage(at.reader, at.revision.pages, address.pageId);
  if (!view) throw notFound('page');
  return representPage(address.pageId, view, { spaceId: at.space.id, query, at, context });
}

/** One page by its path, from the top of the table of contents. */
export async function readPageByPath(
  address: ContentAddress & { pagePath: string },
  query: PageQuery,
  principal: Principal,
  context: Content,
): Promise<Representation<Page>> {
  const at = await contentAt(address, principal, context, query);
  const view = await at.reader.tree(at.revision.pages);
  const id = view.byPath(address.pagePath.replace(/^\/+|\/+$/g, ''));
  if (id === undefined) throw notFound('page');
  return representPage(id, view, { spaceId: at.space.id, query, at, context });
}

function representPage(
  id: string,
  view: PageView,
  {
    spaceId,
    query,
    at,
    context,
  }: { spaceId: string; query: PageQuery; at: Awaited<ReturnType<typeof contentAt>>; context: Content },
): Representation<Page> {
  const tag = `${spaceId} ${at.revision.pages} ${id} ${query.format ?? ''} ${query.metadata}`;
  return new Representation(tag, async () => {
    const blobIds = query.metadata ? await blobIdsBelow([id], view, at.reader) : undefined;
    const page = presentPage(id, { spaceId, view, links: context.links, ...(blobIds ? { blobIds } : {}) });
    const { document, references } = view.need(id);
    if (page.type !== 'document' || query.format === undefined) return page;
    if (query.format === 'document') return { ...page, document: await jsonOf(at.reader, { document, references }) };
    return { ...page, markdown: document === undefined ? '' : await at.reader.markdown(document) };
  });
}

/** The files of a revision, by id. */
export async function readFiles(
  address: ContentAddress,
  query: { limit: number; page?: string | undefined } & ContentQuery,
  principal: Principal,
  context: Content,
): Promise<List<RevisionFile>> {
  const { revision, reader } = await contentAt(address, principal, context);
  const after = idCursor(query.page) ?? '';
  const all = (await allEntries<FileRecord>(reader, revision.files)).sort(byId);
  const start = all.findIndex(([id]) => id > after);
  return listOf(start < 0 ? [] : all.slice(start, start + query.limit + 1), {
    limit: query.limit,
    count: all.length,
    cursor: ([id]) => [id],
    present: ([id, file]) => presentFile(id, file, context.urls.download, query),
  });
}

/** One file of a revision. */
export async function readFile(
  address: ContentAddress & { fileId: string },
  query: ContentQuery,
  principal: Principal,
  context: Content,
): Promise<RevisionFile> {
  const { revision, reader } = await contentAt(address, principal, context);
  const file = await getEntry<FileRecord>(reader, revision.files, address.fileId);
  if (!file) throw notFound('file');
  return presentFile(address.fileId, file, context.urls.download, query);
}

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
