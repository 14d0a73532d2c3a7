import type { References } from '../domain/pages/page-record.js';
import type { Data } from '../document/types.js';

/** A page as it goes into a PDF, with what is below it following. */
export interface JobPage {
  id: string;
  /** 0 at the top. */
  depth: number;
  type: 'document' | 'group' | 'link';
  title: string;
  emoji?: string | undefined;
  description?: string | undefined;
  /** File of the picture above the page. */
  cover?: string | undefined;
  markdown: string;
  references: References;
  /** Where a link page leads. */
  target?: Data | undefined;
}

/** A file that pages refer to. */
export interface JobFile {
  name: string;
  /** Where its bytes are, if it is a picture that a PDF may be able to show. */
  path?: string;
}

/** All that a PDF is made of: given to another thread, so it is data and nothing else. */
export interface PdfJob {
  title: string;
  emoji?: string | undefined;
  /** Below the title: which change request it is. */
  subtitle?: string | undefined;
  /** When something in it was last changed; ISO 8601. */
  changedAt: string;
  /** Without title page and table of contents. */
  isSinglePage: boolean;
  pages: readonly JobPage[];
  files: Readonly<Record<string, JobFile>>;
  /** The address of any page of the space, up to its id. */
  pageUrl: string;
  /** Where the PDF is written. */
  output: string;
}
