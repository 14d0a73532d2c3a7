import { invalid, notFound } from '@quire/runtime';
import { textOfNode } from '../../document/node-text.js';
import type { CommentedPage, CommentRow, NewPost } from '../../tables/comment.js';
import type { ContentAt } from '../content-at.js';
import { hashOf } from '../merkle/merkle-map.js';
import { getPage, type PageRecord, rootPage } from '../pages/page-record.js';
import type { ContentReader } from '../store/content-store.js';

const previewLength = 200;

/** What a new comment is about, kept with it: the page may change, and go. */
export async function targetOf(
  { reader, revision }: ContentAt,
  { page: pageId, node }: { page?: string | undefined; node?: string | undefined },
): Promise<Pick<NewPost, 'revision_id' | 'page_id' | 'page' | 'node_id' | 'node_preview'>> {
  if (pageId === undefined) {
    if (node !== undefined) throw invalid([{ path: 'body.page', message: 'is required with a node' }]);
    return { revision_id: revision.id };
  }
  const record = await getPage(reader, revision.pages, pageId);
  if (!record) throw notFound('page');
  const target = { revision_id: revision.id, page_id: pageId, page: await describe(reader, revision.pages, record) };
  if (node === undefined) return target;
  const text = record.document === undefined ? undefined : textOfNode(await reader.markdown(record.document), node);
  if (text === undefined) throw notFound('node');
  return { ...target, node_id: node, node_preview: text === '' ? null : shortened(text) };
}

/** The pages that comments are about as the place shows them now, by id; those that are gone are missing. */
export async function currentPages(
  { reader, revision }: ContentAt,
  comments: readonly Pick<CommentRow, 'page_id'>[],
): Promise<Map<string, CommentedPage>> {
  const ids = [...new Set(comments.flatMap(({ page_id }) => page_id ?? []))];
  const pages = await Promise.all(
    ids.map(async (id) => {
      const record = await getPage(reader, revision.pages, id);
      return record ? ([[id, await describe(reader, revision.pages, record)]] as const) : [];
    }),
  );
  return new Map(pages.flat());
}

async function describe(reader: ContentReader, pages: string, record: PageRecord): Promise<CommentedPage> {
  const { title, emoji, icon, createdAt, updatedAt } = record;
  let path = record.slug;
  for (let id = record.parent; id !== rootPage; ) {
    const above = (await getPage(reader, pages, id))!;
    path = `${above.slug}/${path}`;
    id = above.parent;
  }
  return { title, path, emoji, icon, createdAt, updatedAt, hash: hashOf(ownContent(record)) };
}

/** What a page says itself: where it stands, what is below it and where its links lead may change without it. */
function ownContent({
  parent: _parent,
  children: _children,
  slug: _slug,
  references: _references,
  source: _source,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...own
}: PageRecord): Partial<PageRecord> {
  return own;
}

/** Cut between code points; what is longer than is looked at needs no exact count. */
function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * previewLength + 2));
  if (characters.length <= previewLength) return text;
  return `${characters
    .slice(0, previewLength - 1)
    .join('')
    .trimEnd()}…`;
}
