import { z } from 'zod';
import { GitBlob } from './git.js';
import { Count, Url } from './text.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    downloadURL: Url,
    size: Count,
    dimensions: z.strictObject({ width: z.number(), height: z.number() }).optional(),
    git: GitBlob.optional(),
  })
  .meta({ id: 'RevisionFile' });

/** A file of a revision; `size` in bytes. */
export interface RevisionFile extends z.infer<typeof schema> {}
export const RevisionFile: Schema<RevisionFile> = schema;
