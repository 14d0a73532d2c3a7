import { z } from 'zod';
import { Id, text, WebUrl } from './text.js';
import type { Schema } from './schema.js';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: Id, space: Id.optional() }),
  z.object({ kind: z.literal('url'), url: text({ min: 1, max: 2048 }) }),
  z.object({ kind: z.literal('page'), page: Id, space: Id.optional() }),
  z.object({
    kind: z.literal('anchor'),
    anchor: text({ min: 1, max: 256 }),
    page: Id.optional(),
    space: Id.optional(),
  }),
  z.object({ kind: z.literal('user'), user: Id }),
  z.object({ kind: z.literal('collection'), collection: Id }),
  z.object({ kind: z.literal('space'), space: Id }),
  z.object({ kind: z.literal('reusable-content'), reusableContent: Id, space: Id.optional() }),
  z.object({ kind: z.literal('openapi'), spec: Id }),
]);

/** What a link, a cover or a block points at, by id. */
export type ContentRef = z.infer<typeof schema>;
export const ContentRef: Schema<ContentRef> = schema.meta({ id: 'ContentRef' });

/** A picture: a file of the space or a web address. */
export const ImageRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: Id }),
  z.object({ kind: z.literal('url'), url: WebUrl }),
]);
export type ImageRef = z.infer<typeof ImageRef>;
