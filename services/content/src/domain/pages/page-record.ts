import type { ComputedSource, ContentRef } from '@quire/contract';
import { type MapNode, type NodeReader, getEntry } from '../merkle/merkle-map.js';

/** Id of the pseudo-page whose children are the top-level pages. */
export const rootPage = '';

/** What a link in a document leads to, by id, so that it survives renames and moves. */
export type Reference = { kind: 'page'; page: string; anchor?: string } | { kind: 'file'; file: string };

export interface PageLayout {
  cover?: boolean;
  coverSize?: 'hero' | 'full';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  metadata?: boolean;
  width?: 'default' | 'wide';
}

/** The fields of a page that two people may change independently of each other. */
export interface PageFields {
  type: 'root' | 'document' | 'group' | 'link' | 'computed';
  title: string;
  /** Last segment of the page's path, unique among its siblings. */
  slug: string;
  emoji?: string;
  icon?: string;
  description?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  layout?: PageLayout;
  cover?: { file?: string; url?: string; yPos?: number };
  /** Where a link page leads. */
  target?: ContentRef;
  /** What a computed page is made of; of the pages that were made of it, which part of that they show. */
  computed?: ComputedSource;
  /** Path of the file the page came from, which relative links in its document start at. */
  source?: string;
}

/**
 * A page as an entry of a revision's page map, by its id. `parent` and the parent's `children` say the same twice, so that
 * both a path and a listing cost only what they touch.
 */
export interface PageRecord extends PageFields {
  parent: string;
  children: readonly string[];
  /** Hash of the Markdown; absent for a page that has none. */
  document?: string;
  /** Hash of the document's references: link destination → what it leads to. */
  references?: string;
  /** Version of what a page that nobody wrote was made of. */
  computedSeed?: string;
  createdAt: string;
  updatedAt: string;
}

/** The references of one document. */
export type References = Readonly<Record<string, Reference>>;

/** The page map of a space without pages still knows its root. */
export const emptyRootRecord: PageRecord = {
  type: 'root',
  title: '',
  slug: '',
  parent: rootPage,
  children: [],
  createdAt: '1970-01-01T00:00:00.000Z',
  updatedAt: '1970-01-01T00:00:00.000Z',
};

export type PageNode = MapNode<PageRecord>;

/** A page of a revision by id; the root pseudo-page always exists. */
export async function getPage(reader: NodeReader, pages: string, id: string): Promise<PageRecord | undefined> {
  const record = await getEntry<PageRecord>(reader, pages, id);
  return record ?? (id === rootPage ? emptyRootRecord : undefined);
}
