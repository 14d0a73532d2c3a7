import { z } from 'zod';
import { ChangeRequest } from './change-request.js';
import { ContentRef, ImageRef } from './content-ref.js';
import { contentQuery } from './page.js';
import { limitOf } from './query.js';
import { Count, Url } from './text.js';
import type { Schema } from './schema.js';

/** The value of a field on both sides; absent where it had none. */
const attribute = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ before: value.optional(), after: value.optional() }).optional();

const string = attribute(z.string());
const boolean = attribute(z.boolean());

const pageType = z.enum(['document', 'group', 'link', 'computed']);
const page = z
  .strictObject({ id: z.string(), type: pageType, title: z.string(), path: z.string().optional() })
  .meta({ id: 'ChangedRevisionPage' });

const pageAttributes = z
  .strictObject({
    type: attribute(pageType),
    title: string,
    slug: string,
    emoji: string,
    icon: string,
    description: string,
    document: string,
    cover: attribute(z.strictObject({ ref: ImageRef.optional(), yPos: z.number() })),
    layout: attribute(
      z.strictObject({
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
    ),
    hidden: boolean,
    noIndex: boolean,
    noRobotsIndex: boolean,
    target: attribute(ContentRef),
  })
  .meta({ id: 'RevisionPageChangeAttributes' });

const file = z
  .strictObject({ id: z.string(), name: z.string(), contentType: z.string(), downloadURL: Url })
  .meta({ id: 'ChangedRevisionFile' });

const fileAttributes = z
  .strictObject({
    name: string,
    contentType: string,
    downloadURL: attribute(Url),
    size: attribute(Count),
    dimensions: attribute(z.strictObject({ width: z.number(), height: z.number() })),
  })
  .meta({ id: 'RevisionFileChangeAttributes' });

const change = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('page_created'), page }),
  z.strictObject({ type: z.literal('page_edited'), page, attributes: pageAttributes }),
  z.strictObject({ type: z.literal('page_deleted'), page }),
  z.strictObject({
    type: z.literal('page_moved'),
    page,
    parent: z.strictObject({ before: page.optional(), after: page.optional() }),
  }),
  z.strictObject({ type: z.literal('file_created'), file }),
  z.strictObject({ type: z.literal('file_edited'), file, attributes: fileAttributes }),
  z.strictObject({ type: z.literal('file_deleted'), file }),
]);

export type ChangedPage = z.infer<typeof page>;
export type PageAttributes = z.infer<typeof pageAttributes>;
export type FileAttributes = z.infer<typeof fileAttributes>;

/**
 * What happened to one page or file between two revisions. A page that only changed its place among its siblings is moved
 * from its parent to the same; without a parent it is at the top.
 */
export type SemanticChange = z.infer<typeof change>;
export const SemanticChange: Schema<SemanticChange> = change.meta({ id: 'RevisionSemanticChange' });

const changes = z
  .strictObject({
    mergedFrom: ChangeRequest.optional(),
    changes: z.array(SemanticChange),
    more: z.int().min(1).optional(),
  })
  .meta({ id: 'RevisionSemanticChanges' });

/** `more` is the number of changes beyond the limit. */
export interface SemanticChanges extends z.infer<typeof changes> {}
export const SemanticChanges: Schema<SemanticChanges> = changes;

const limit = limitOf({ default: 10 });
export const semanticChangesQuery = z.object({ limit });
export const revisionSemanticChangesQuery = contentQuery.extend({ limit });
