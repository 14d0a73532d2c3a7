import { z } from 'zod';
import { JsonDocument } from './json.js';
import { text } from './text.js';

const documentOf = (bounds: { min?: number }) =>
  z.union([z.object({ markdown: text(bounds) }), z.object({ document: JsonDocument })], {
    error: 'must be {markdown} or {document}',
  });

/** The text of a page in a request, Markdown or JSON; it may be empty. */
export const DocumentInput = documentOf({});
export type DocumentInput = z.infer<typeof DocumentInput>;

/** The text of a comment in a request; it is not empty. */
export const CommentBody = documentOf({ min: 1 });
export type CommentBody = z.infer<typeof CommentBody>;

export const DocumentFormat = z.enum(['document', 'markdown']);
export type DocumentFormat = z.infer<typeof DocumentFormat>;
