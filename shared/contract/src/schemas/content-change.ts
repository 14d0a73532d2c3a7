import { z } from 'zod';
import { ChangeRequest } from './change-request.js';
import { OpenApiSource } from './computed.js';
import { ContentRef } from './content-ref.js';
import { DocumentInput } from './document.js';
import { RevisionFile } from './file.js';
import { Emoji } from './emoji.js';
import { flag } from './query.js';
import { Base64, Icon, Id, MediaType, text, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

const pageFields = {
  title: text({ min: 1, max: 1000 }).optional(),
  slug: text({ max: 100 }).optional(),
  emoji: Emoji.nullable().optional(),
  icon: Icon.nullable().optional(),
  description: text().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  target: ContentRef.optional(),
  computed: OpenApiSource.optional(),
  document: DocumentInput.optional(),
  into: Id.nullable().optional(),
  at: z.int().min(0).optional(),
};

/** Changes fields or text of a page, or moves it: `into` a page or group (null is the top), `at` an index among the siblings. */
const updatePage = z.object({ operation: z.literal('update_page'), page: Id, ...pageFields });

/** Adds a page; `ref` names it for later changes of the same batch. */
const insertPage = z
  .object({
    operation: z.literal('insert_page'),
    type: z.enum(['document', 'group', 'link', 'computed']).default('document'),
    ref: Id.optional(),
    ...pageFields,
  })
  .refine(({ type, document }) => type !== 'document' || document !== undefined, {
    path: ['document'],
    message: 'is required',
  })
  .refine(({ type, target }) => type !== 'link' || target !== undefined, {
    path: ['target'],
    message: 'is required for a link',
  })
  .refine(({ type, computed }) => type !== 'computed' || computed !== undefined, {
    path: ['computed'],
    message: 'is required for a computed page',
  });

const deletePage = z.object({ operation: z.literal('delete_page'), page: Id });

/** Brings a page, or some blocks of it, back to what it is in `revision`, or on main without one. */
const revertPage = z.object({
  operation: z.literal('revert_page'),
  page: Id,
  revision: Id.optional(),
  block: z.array(Id).optional(),
});

const insertFiles = z.object({
  operation: z.literal('insert_files'),
  files: z
    .array(
      z
        .object({
          ref: Id.optional(),
          name: text({ min: 1, max: 256 }),
          contentType: MediaType.optional(),
          url: WebUrl.optional(),
          base64: Base64.optional(),
        })
        .refine(({ url, base64 }) => (url === undefined) !== (base64 === undefined), 'give either `url` or `base64`'),
    )
    .min(1)
    .max(20),
});

const change = z.discriminatedUnion('operation', [updatePage, insertPage, deletePage, revertPage, insertFiles]);

/** One change of a batch. */
export type ContentChange = z.infer<typeof change>;
export const ContentChange: z.ZodType<ContentChange, z.input<typeof change>> = change.meta({ id: 'ContentChange' });

/** A batch: applied as a whole, in order, or not at all. */
export const ContentChanges = z.object({ changes: z.array(ContentChange).min(1).max(50) });

/** `compat` true answers with the change request alone, as older clients expect. */
export const contentChangeQuery = z.object({ compat: flag({ default: true }) });

const pageRef = z.strictObject({
  object: z.literal('page'),
  id: z.string(),
  urls: z.strictObject({ location: Url }),
});
const changed = z.discriminatedUnion('object', [
  z.strictObject({ object: z.literal('created_page'), ref: z.string().optional(), page: pageRef }),
  z.strictObject({ object: z.literal('updated_page'), page: pageRef }),
  z.strictObject({ object: z.literal('deleted_page'), page: z.string() }),
]);

/** What happened to one page; a batch has one per page, in the order of first touch. */
export type PageChange = z.infer<typeof changed>;
export const PageChange: Schema<PageChange> = changed.meta({ id: 'PageChange' });

const outcome = { changes: z.array(PageChange), insertedFiles: z.array(RevisionFile).optional() };
const changeRequestUpdate = z
  .strictObject({ changeRequest: ChangeRequest, ...outcome })
  .meta({ id: 'ChangeRequestContentUpdate' });
const spaceUpdate = z.strictObject({ revision: z.string(), ...outcome }).meta({ id: 'SpaceContentUpdate' });

export interface ChangeRequestContentUpdate extends z.infer<typeof changeRequestUpdate> {}
export const ChangeRequestContentUpdate: Schema<ChangeRequestContentUpdate> = changeRequestUpdate;
export interface SpaceContentUpdate extends z.infer<typeof spaceUpdate> {}
export const SpaceContentUpdate: Schema<SpaceContentUpdate> = spaceUpdate;
