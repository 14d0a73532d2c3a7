import { z } from 'zod';
import { JsonObject } from './json.js';

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
