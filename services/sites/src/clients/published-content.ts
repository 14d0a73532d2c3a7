import { internalContract, type JsonDocument } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import type { z } from 'zod';

/** A page of a revision, as content tells of it. */
export type RevisionPage = z.output<typeof internalContract.getRevisionPages.response>['pages'][number];
export type RevisionFile = z.output<typeof internalContract.getRevisionFiles.response>['files'][number];
export type FoundPages = z.output<typeof internalContract.searchSpaces.response>;
export type Found = FoundPages['pages'][number];

export interface SearchQuery {
  query: string;
  limit: number;
  /** The cursor of an earlier answer. */
  page?: string | undefined;
}

/** What published pages are made of, as content has it. */
export interface PublishedContent {
  /** `files` is equal for revisions with the same files. */
  pages(revision: string): Promise<{ files: string; pages: RevisionPage[] }>;
  files(revision: string): Promise<RevisionFile[]>;
  /** With `conditions`, the Markdown is what a reader sees of whom these hold, and no others. */
  text(text: {
    document: string;
    references?: string | undefined;
    conditions?: readonly string[] | undefined;
  }): Promise<Text>;
  search(spaces: readonly string[], query: SearchQuery): Promise<FoundPages>;
  /** The pages that were at the given paths of a space before. */
  former(space: string, paths: readonly string[]): Promise<{ path: string; page: string }[]>;
  /** The bytes of a file, or a range of them: content's answer as it comes. */
  open(file: RevisionFile, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}

export interface Text {
  markdown: string;
  document: JsonDocument;
}

/** The pages of a large space are some megabytes. */
const timeoutMs = 10_000;

export function publishedContent(options: InternalClientOptions): PublishedContent {
  const call = { ...options, timeoutMs };
  const getPages = internalCall(internalContract.getRevisionPages, call);
  const getFiles = internalCall(internalContract.getRevisionFiles, call);
  const getText = internalCall(internalContract.getText, call);
  const getFilePath = internalCall(internalContract.getFilePath, call);
  const getFormerPages = internalCall(internalContract.getFormerPages, call);
  const searchSpaces = internalCall(internalContract.searchSpaces, call);
  return {
    pages: (revisionId) => getPages({ params: { revisionId }, body: {} }),
    files: async (revisionId) => (await getFiles({ params: { revisionId }, body: {} })).files,
    text: async ({ document, references, conditions }) => {
      const body = {
        document,
        ...(references === undefined ? {} : { references }),
        ...(conditions === undefined ? {} : { conditions: [...conditions] }),
      };
      const text = await getText({ params: {}, body });
      return { markdown: text.markdown, document: text.document as JsonDocument };
    },
    search: (spaces, { query, limit, page }) =>
      searchSpaces({
        params: {},
        body: { spaces: [...spaces], query, limit, ...(page === undefined ? {} : { page }) },
      }),
    former: async (space, paths) => (await getFormerPages({ params: {}, body: { space, paths: [...paths] } })).pages,
    open: async ({ sha256, name, contentType }, headers, signal) => {
      const { path } = await getFilePath({ params: {}, body: { sha256, name, contentType } });
      return fetch(options.baseUrl + path, { headers, signal });
    },
  };
}
