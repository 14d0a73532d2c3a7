import { z } from 'zod';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({
    error: z.strictObject({
      code: z.int(),
      message: z.string(),
      details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' });

/** The body of every failure: `code` is the HTTP status, `details` names the offending fields of a 400. */
export interface ErrorBody extends z.infer<typeof schema> {}
export const ErrorBody: Schema<ErrorBody> = schema;
