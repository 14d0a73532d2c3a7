import { z } from 'zod';
import { JsonObject } from './json.js';
import { text } from './text.js';

/** How the content of a page is produced from another resource. */
export const ComputedSource = z
  .strictObject({
    type: z.string(),
    props: JsonObject.optional(),
    dependencies: z
      .record(z.string(), z.strictObject({ ref: z.looseObject({ kind: z.string() }), value: z.unknown().optional() }))
      .optional(),
  })
  .meta({ id: 'ComputedSource' });
export type ComputedSource = z.infer<typeof ComputedSource>;

/** Pages that are produced from the latest version of an OpenAPI specification of the organization. */
export const OpenApiSource = z.strictObject({
  type: z.literal('builtin:openapi'),
  props: z.strictObject({
    /** Whether there is a page of the schemas. */
    models: z.boolean(),
    downloadLink: z.boolean().optional(),
    grouping: z.enum(['by-tag', 'by-operation']).optional(),
  }),
  dependencies: z.strictObject({
    spec: z.strictObject({ ref: z.strictObject({ kind: z.literal('openapi'), spec: text({ min: 1, max: 256 }) }) }),
  }),
});
export type OpenApiSource = z.infer<typeof OpenApiSource>;
