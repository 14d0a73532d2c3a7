import type { Archive, ArchiveEntry, ArchiveLimits } from '../archive.js';
import type { ImportWarning } from '../import-plan.js';
import type { Layout } from '../layout.js';
import type { OutlineNode } from '../outline.js';

/** What a source hands over, and what its converter may use. */
export interface Given {
  /** The file that was fetched or uploaded; a website has none. */
  path: string;
  /** Its name, without a folder. */
  name: string;
  /** As the server said, or empty. */
  contentType: string;
  /** The address that the caller gave. */
  url: string;
  /** An empty folder that goes when the import ends. */
  folder: string;
  /** Opens a zip file until the import ends. */
  open(path: string, limits?: ArchiveLimits): Promise<Archive>;
  /** Fetches an address through the one safe client; a {@link FetchFailed} says what went wrong. */
  fetch: Fetch;
}

export interface Fetched {
  status: number;
  contentType: string;
  finalUrl: string;
  bytes: Buffer;
}

export type Fetch = (url: string, limits: { maxBytes: number; timeoutMs: number }) => Promise<Fetched>;

/** Why an address could not be fetched; the message goes on after the address. */
export class FetchFailed extends Error {}

/** A source as what an import can be planned from: Markdown, the files it shows, and how the pages are ordered. */
export interface Repository {
  entries: Iterable<ArchiveEntry>;
  /** Where the pages are and what orders them; looked for when it is not given. */
  layout?: Layout;
  /** The tree of pages, when the source has one that is no table of contents in Markdown. */
  outline?: (paths: ReadonlySet<string>) => OutlineNode[];
  /** Files that come along although no page shows them. */
  keep?: (path: string) => boolean;
  warnings?: ImportWarning[];
  /** How many pages and files were found but could not be taken. */
  leftOut?: number;
}

export type Converter = (given: Given) => Promise<Repository>;
