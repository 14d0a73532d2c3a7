import { z } from 'zod';
import { text } from './text.js';
import type { Schema } from './schema.js';

export const ConflictKind = z.enum(['field', 'document', 'deleted', 'moved']);
export type ConflictKind = z.infer<typeof ConflictKind>;

const schema = z
  .strictObject({
    object: z.literal('conflict'),
    id: z.string(),
    kind: ConflictKind,
    page: z.string(),
    field: z.string().optional(),
    base: z.unknown(),
    ours: z.unknown(),
    theirs: z.unknown(),
    resolved: z.boolean(),
  })
  .meta({ id: 'Conflict' });

/** A place where a change request and main content disagree; `ours` is the change request's side. */
export interface Conflict extends z.infer<typeof schema> {}
export const Conflict: Schema<Conflict> = schema;

/** `document` replaces both sides by a text of the caller's. */
export const ConflictResolution = z
  .object({
    resolution: z.enum(['ours', 'theirs', 'document']),
    document: z.object({ markdown: text() }).optional(),
  })
  .refine(({ resolution, document }) => resolution !== 'document' || document !== undefined, {
    path: ['document'],
    message: 'is required when `resolution` is document',
  });
