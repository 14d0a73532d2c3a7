import type { Analysis } from '../markdown/parse.js';

/** What an import will make, worked out before anything is written. */
export interface ImportPlan {
  pages: PlannedPage[];
  files: PlannedFile[];
  /** Old paths that lead to an imported page. */
  redirects: { from: string; sourcePath: string }[];
  /** What was named but not imported, and why. */
  warnings: ImportWarning[];
  /** Pages, links and files that the source names; groups do not count. */
  totalResources: number;
  /** Those of them that are in the plan. */
  importedResources: number;
}

export interface ImportWarning {
  /** The file that it is about. */
  path: string;
  message: string;
}

/** Where a link of a page leads inside the import. */
export type PlannedReference =
  | { kind: 'page'; sourcePath: string; anchor?: string }
  | { kind: 'file'; sourcePath: string };

export interface PlannedPage {
  type: 'document' | 'group' | 'link';
  /** The file of a document; undefined for groups and links. */
  sourcePath?: string;
  title: string;
  /** Unique among its siblings. */
  slug: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  layout?: Record<string, unknown>;
  /** As written; also a key of `references`. */
  cover?: string;
  coverY?: number;
  /** The file byte for byte, of documents. */
  markdown?: string;
  /** What was read of `markdown`, so that nobody needs to do so again. */
  analysis?: Analysis;
  /** Address of a link. */
  href?: string;
  /** By destination as {@link Analysis.links} gives it; what leads out of the import or nowhere is not in it. */
  references: Record<string, PlannedReference>;
  children: PlannedPage[];
}

export interface PlannedFile {
  sourcePath: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The id that git gives to the bytes. */
  blobId: string;
  /** Of images, in pixels, as they are shown. */
  dimensions?: { width: number; height: number };
  read(): Promise<Buffer>;
  /** Where the bytes are, when they are a file of this machine. */
  path?: string;
}
