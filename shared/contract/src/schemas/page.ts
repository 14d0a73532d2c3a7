import { z } from 'zod';
import { ComputedSource } from './computed.js';
import { ContentRef, ImageRef } from './content-ref.js';
import { DocumentFormat } from './document.js';
import { GitBlob } from './git.js';
import { JsonDocument } from './json.js';
import { flag, pageQuery } from './query.js';
import { Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const base = {
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: Timestamp.optional(),
  updatedAt: Timestamp.optional(),
};
const visibility = {
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
};

const documentFields = z.strictObject({
  ...base,
  kind: z.literal('sheet').meta({ deprecated: true }),
  type: z.literal('document'),
  urls: z.strictObject({ app: Url }),
  slug: z.string(),
  path: z.string(),
  description: z.string().optional(),
  documentId: z.string(),
  git: GitBlob.optional(),
  layout: z.strictObject({
    width: z.enum(['default', 'wide']),
    cover: z.boolean(),
    coverSize: z.enum(['hero', 'full']),
    title: z.boolean(),
    description: z.boolean(),
    tableOfContents: z.boolean(),
    outline: z.boolean(),
    pagination: z.boolean(),
    metadata: z.boolean().optional(),
  }),
  cover: z.strictObject({ ref: ImageRef.optional(), yPos: z.number() }).optional(),
  ...visibility,
  computed: ComputedSource.optional(),
  computedSeed: z.string().optional(),
  markdown: z.string().optional(),
  document: JsonDocument.optional(),
});
const groupFields = z.strictObject({
  ...base,
  kind: z.literal('group').meta({ deprecated: true }),
  type: z.literal('group'),
  urls: z.strictObject({ app: Url }).optional(),
  slug: z.string(),
  path: z.string(),
  git: GitBlob.optional(),
  ...visibility,
});
const linkPage = z
  .strictObject({
    ...base,
    kind: z.literal('link').meta({ deprecated: true }),
    type: z.literal('link'),
    target: ContentRef,
    href: z.string().optional(),
    hidden: z.boolean().optional(),
  })
  .meta({ id: 'LinkPage' });
const computedPage = z
  .strictObject({ ...base, type: z.literal('computed'), computed: ComputedSource, computedSeed: z.string().optional() })
  .meta({ id: 'ComputedPage' });

/** A page with text; `markdown` or `document` is there when that format was asked for. */
export interface DocumentPage extends z.infer<typeof documentFields> {
  pages: Page[];
}
/** A heading in the table of contents. */
export interface GroupPage extends z.infer<typeof groupFields> {
  pages: Page[];
}
export interface LinkPage extends z.infer<typeof linkPage> {}
export interface ComputedPage extends z.infer<typeof computedPage> {}
export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage;

const documentPage = documentFields
  .extend({
    get pages(): Schema<Page[]> {
      return z.array(Page);
    },
  })
  .meta({ id: 'DocumentPage' });
const groupPage = groupFields
  .extend({
    get pages(): Schema<Page[]> {
      return z.array(Page);
    },
  })
  .meta({ id: 'GroupPage' });

export const Page: Schema<Page> = z
  .discriminatedUnion('type', [documentPage, groupPage, linkPage, computedPage])
  .meta({ id: 'Page' });

export const Pages: Schema<{ pages: Page[] }> = z.strictObject({ pages: z.array(Page) });

/** `metadata` false leaves out `git`; `computed` false leaves computed content unproduced. */
export const contentQuery = z.object({ metadata: flag({ default: true }), computed: flag({ default: true }) });
/** Without `format` a page comes without its text. */
export const pageContentQuery = contentQuery.extend({ format: DocumentFormat.optional() });
export const fileListQuery = pageQuery.extend(contentQuery.shape);
