import { z } from 'zod';
import { JsonDocument } from './json.js';
import { pattern, text } from './text.js';

const documentOf = (markdown: z.ZodString) =>
  z.union([z.object({ markdown }), z.object({ document: JsonDocument })], {
    error: 'must be {markdown} or {document}',
  });

/** The text of a page in a request, Markdown or JSON; it may be empty. */
export const DocumentInput = documentOf(text());
export type DocumentInput = z.infer<typeof DocumentInput>;

/** The text of a comment: something to see, in at most 10,000 characters. */
export const CommentMarkdown = pattern(/[^\s\p{DI}]/u, 'not be blank', { min: 1, max: 10_000 });
export const CommentBody = documentOf(CommentMarkdown);
export type CommentBody = z.infer<typeof CommentBody>;

export const DocumentFormat = z.enum(['document', 'markdown']);
export type DocumentFormat = z.infer<typeof DocumentFormat>;
