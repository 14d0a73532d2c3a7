import type { ContentRef, DocumentPage, Page } from '@quire/contract';
import type { PageRecord } from '../domain/pages/page-record.js';
import type { PageView } from '../domain/pages/page-view.js';
import { blobId } from '../git/blob-id.js';
import type { Links } from './links.js';

const emptyBlob = blobId('');

/** Where a page is shown: the address for people is that of the page within its space. */
export interface PageContext {
  spaceId: string;
  view: PageView;
  links: Links;
  /** By hash of a document the id that git gives to it; without it git's part is left out. */
  blobIds?: ReadonlyMap<string, string>;
}

/** A page with everything below it, without text. */
export function presentPage(id: string, context: PageContext): Page {
  const { view, links } = context;
  const page = view.need(id);
  const base = {
    id,
    title: page.title,
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
  };
  const hidden = page.hidden === undefined ? {} : { hidden: page.hidden };
  if (page.type === 'link') {
    const target: ContentRef = page.target ?? { kind: 'url', url: '' };
    return {
      ...base,
      kind: 'link',
      type: 'link',
      target,
      ...(target.kind === 'url' ? { href: target.url } : {}),
      ...hidden,
    };
  }
  if (page.type === 'computed') return { ...base, type: 'computed', computed: page.computed! };
  const placed = {
    slug: page.slug,
    path: view.path(id),
    ...hidden,
    ...(page.noIndex === undefined ? {} : { noIndex: page.noIndex }),
    ...(page.noRobotsIndex === undefined ? {} : { noRobotsIndex: page.noRobotsIndex }),
    pages: view.children(id).map((child) => presentPage(child, context)),
    urls: { app: `${links.app('space', context.spaceId)}?page=${encodeURIComponent(id)}` },
  };
  if (page.type === 'group') return { ...base, kind: 'group', type: 'group', ...placed };
  return {
    ...base,
    kind: 'sheet',
    type: 'document',
    ...placed,
    ...(page.description === undefined ? {} : { description: page.description }),
    documentId: page.document ?? '',
    layout: layoutOf(page),
    ...coverOf(page),
    ...gitOf(page, context),
    ...(page.computed === undefined ? {} : { computed: page.computed }),
    ...(page.computedSeed === undefined ? {} : { computedSeed: page.computedSeed }),
  };
}

function gitOf({ source, document }: PageRecord, { blobIds }: PageContext): Pick<DocumentPage, 'git'> {
  if (blobIds === undefined || source === undefined) return {};
  return { git: { oid: document === undefined ? emptyBlob : blobIds.get(document)!, path: source } };
}

/** How a page is laid out, defaults filled in. */
export function layoutOf({ layout = {} }: PageRecord): DocumentPage['layout'] {
  return {
    width: layout.width ?? 'default',
    cover: layout.cover ?? true,
    coverSize: layout.coverSize ?? 'hero',
    title: layout.title ?? true,
    description: layout.description ?? true,
    tableOfContents: layout.tableOfContents ?? true,
    outline: layout.outline ?? true,
    pagination: layout.pagination ?? true,
    metadata: layout.metadata ?? true,
  };
}

export function coverOf({ cover }: PageRecord): Pick<DocumentPage, 'cover'> {
  if (!cover) return {};
  const yPos = cover.yPos ?? 0;
  if (cover.file !== undefined) return { cover: { ref: { kind: 'file', file: cover.file }, yPos } };
  return { cover: { ...(cover.url === undefined ? {} : { ref: { kind: 'url' as const, url: cover.url } }), yPos } };
}
