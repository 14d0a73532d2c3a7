import type { z } from 'zod';

/** An array of strings in which none comes twice. */
export const distinct = <Item extends z.ZodType<string>>(items: z.ZodArray<Item>): z.ZodArray<Item> =>
  items
    .superRefine((values, context) => {
      const seen = new Set<string>();
      values.forEach((value, index) => {
        if (seen.has(value))
          context.addIssue({ code: 'custom', message: 'is there twice', path: [index], input: value });
        seen.add(value);
      });
    })
    .meta({ uniqueItems: true });
