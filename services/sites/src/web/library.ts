import type { PublishedContent, RevisionFile, Text } from '../clients/published-content.js';
import type { SpecDocument, Specifications } from '../clients/specifications.js';
import { conditionsIn, type Conditions } from './conditions.js';
import { PageIndex } from './page-index.js';
import { Recent } from './recent.js';

export type Files = ReadonlyMap<string, RevisionFile>;

/** Where a text is to be found. */
interface Written {
  document?: string | undefined;
  references?: string | undefined;
}

export interface Revision {
  id: string;
  index: PageIndex;
  /** Equal for revisions with the same files. */
  filesKey: string;
}

/** Content that was read before. Revisions and texts never change, so nothing in here is ever out of date. */
export function library(content: PublishedContent, specifications: Specifications) {
  const revisions = new Recent<Revision>({ maxSize: 100_000, sizeOf: ({ index }) => index.all.length + 10 });
  const files = new Recent<Files>({ maxSize: 100_000, sizeOf: ({ size }) => size + 10 });
  const texts = new Recent<Text>({ maxSize: 4_000_000, sizeOf: ({ markdown }) => markdown.length + 200 });
  const conditions = new Recent<Conditions>({ maxSize: 100_000, sizeOf: ({ size }) => size + 1 });
  const specs = new Recent<SpecDocument | undefined>({
    maxSize: 64_000_000,
    sizeOf: (spec) => 100 + (spec === undefined ? 0 : JSON.stringify(spec).length),
  });
  const noConditions: Conditions = new Map();
  const none: Text = { markdown: '', document: { object: 'document', data: {}, nodes: [] } };
  const text = async ({ document, references }: Written, held?: readonly string[]) =>
    document === undefined
      ? none
      : texts.remember(JSON.stringify([document, references, held]), () =>
          content.text({ document, references, conditions: held }),
        );
  return {
    revision: (id: string) =>
      revisions.remember(id, async () => {
        const { pages, files: filesKey } = await content.pages(id);
        return { id, index: new PageIndex(pages), filesKey };
      }),
    files: ({ id, filesKey }: Revision) =>
      files.remember(filesKey, async () => new Map((await content.files(id)).map((file) => [file.id, file]))),
    text,
    /** The OpenAPI document of a version; undefined once that is gone. */
    specification: (version: string) => specs.remember(version, () => specifications(version)),
    /** The conditions under which parts of a text stand. */
    conditions: async (page: Written) =>
      page.document === undefined
        ? noConditions
        : conditions.remember(page.document, async () => conditionsIn((await text(page)).document)),
  };
}

export type Library = ReturnType<typeof library>;
