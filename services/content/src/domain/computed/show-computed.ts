import { OpenApiSource } from '@quire/contract';
import { sha256 } from '@quire/runtime';
import { pageSlug } from '../../markdown/slug.js';
import { liveBlocks, type ReferencePage, referencePages } from '../../openapi/reference-pages.js';
import type { OutlineRow } from '../../tables/openapi.js';
import { freeSlug } from '../merge/slugs.js';
import { applyChanges, equalJson, type NodeReader, type NodeSet } from '../merkle/merkle-map.js';
import { getPage, type PageRecord, rootPage } from '../pages/page-record.js';

export interface Showing {
  reader: NodeReader;
  /** The page map as people wrote it, and the ids of the computed pages in it. */
  pages: string;
  computed: readonly string[];
  /** What readers saw before: it stays where there is nothing newer. */
  previous: string;
  outlines: ReadonlyMap<string, OutlineRow>;
  /** Keeps Markdown and returns its hash. */
  write: (markdown: string) => string;
  added: NodeSet;
}

/** The source of a computed page; undefined for one that Quire does not know how to compute. */
export const openApiSourceOf = ({ computed }: PageRecord): OpenApiSource | undefined =>
  OpenApiSource.safeParse(computed).data;

export const specOf = (source: OpenApiSource): string => source.dependencies.spec.ref.spec;

/**
 * The root of the page map that readers see: each computed page is a document with the pages below it that its source
 * gives. Ids and slugs of these depend on the page and what they are of, so that they outlive versions.
 */
export async function showComputed(showing: Showing): Promise<string> {
  const changes = new Map<string, PageRecord>();
  for (const id of showing.computed) {
    const page = (await getPage(showing.reader, showing.pages, id))!;
    const source = openApiSourceOf(page);
    const outline = source && showing.outlines.get(specOf(source));
    if (source && outline) produce(id, { page, source, outline, write: showing.write, changes });
    else await keep(id, page, showing, changes);
  }
  return applyChanges(showing.reader, showing.pages, changes, showing.added);
}

interface Production {
  page: PageRecord;
  source: OpenApiSource;
  outline: OutlineRow;
  write: (markdown: string) => string;
  changes: Map<string, PageRecord>;
}

function produce(id: string, { page, source, outline, write, changes }: Production): void {
  const root = referencePages(outline.outline, source.props, liveBlocks(specOf(source)));
  const put = (made: ReferencePage, at: string, parent: string, slug: string, own: Partial<PageRecord>): void => {
    const slugs = new Set<string>();
    const children = made.pages.map((child) => {
      const free = freeSlug(pageSlug(child.title), (taken) => slugs.has(taken));
      slugs.add(free);
      return { child, id: producedId(id, child.key), slug: free };
    });
    const time = outline.created_at.toISOString();
    changes.set(at, {
      type: 'document',
      title: made.title,
      slug,
      createdAt: time,
      updatedAt: time,
      computed: { type: source.type, props: made.props, dependencies: source.dependencies },
      ...own,
      document: write(made.markdown),
      computedSeed: outline.version_id,
      parent,
      children: children.map((child) => child.id),
    });
    for (const { child, id: childId, slug: childSlug } of children) put(child, childId, at, childSlug, {});
  };
  const { children: _children, parent, slug, ...own } = page;
  put(root, id, parent, slug, { ...own, type: 'document' });
}

/** The same for the same part of the same page, in any version and any copy of it. */
const producedId = (page: string, key: string): string =>
  sha256(`${page} ${key}`).toString('base64url').replace(/[-_]/g, '0').slice(0, 20);

/** What was produced last, if it was from the same source; else the page with nothing below it. */
async function keep(
  id: string,
  page: PageRecord,
  { reader, previous }: Showing,
  changes: Map<string, PageRecord>,
): Promise<void> {
  const before = await getPage(reader, previous, id);
  const isSame = before?.computedSeed !== undefined && equalJson(before.computed, page.computed);
  const kept = isSame
    ? { document: before.document!, computedSeed: before.computedSeed!, children: before.children }
    : { children: [] };
  changes.set(id, { ...page, type: 'document', ...kept });
  for (const waiting = [...kept.children]; waiting.length > 0; ) {
    const next = waiting.pop()!;
    const record = (await getPage(reader, previous, next))!;
    changes.set(next, record);
    waiting.push(...record.children);
  }
}

/** The ids of the computed pages in a page map that differs from another one by some pages. */
export function computedPages(
  before: readonly string[],
  diff: Iterable<readonly [string, { after: PageRecord | undefined }]>,
): string[] {
  const ids = new Set(before);
  for (const [id, { after }] of diff) {
    if (id === rootPage) continue;
    if (after?.type === 'computed') ids.add(id);
    else ids.delete(id);
  }
  return [...ids].sort();
}
