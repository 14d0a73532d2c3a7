import type { PublishedContent, RevisionFile, Text } from '../clients/published-content.js';
import { PageIndex } from './page-index.js';
import { Recent } from './recent.js';

export type Files = ReadonlyMap<string, RevisionFile>;

export interface Revision {
  id: string;
  index: PageIndex;
  /** Equal for revisions with the same files. */
  filesKey: string;
}

/** Content that was read before. Revisions and texts never change, so nothing in here is ever out of date. */
export function library(content: PublishedContent) {
  const revisions = new Recent<Revision>({ maxSize: 100_000, sizeOf: ({ index }) => index.all.length + 10 });
  const files = new Recent<Files>({ maxSize: 100_000, sizeOf: ({ size }) => size + 10 });
  const texts = new Recent<Text>({ maxSize: 4_000_000, sizeOf: ({ markdown }) => markdown.length + 200 });
  const none: Text = { markdown: '', document: { object: 'document', data: {}, nodes: [] } };
  return {
    revision: (id: string) =>
      revisions.remember(id, async () => {
        const { pages, files: filesKey } = await content.pages(id);
        return { id, index: new PageIndex(pages), filesKey };
      }),
    files: ({ id, filesKey }: Revision) =>
      files.remember(filesKey, async () => new Map((await content.files(id)).map((file) => [file.id, file]))),
    text: async ({ document, references }: { document?: string | undefined; references?: string | undefined }) =>
      document === undefined
        ? none
        : texts.remember(`${document} ${references ?? ''}`, () => content.text({ document, references })),
  };
}

export type Library = ReturnType<typeof library>;
