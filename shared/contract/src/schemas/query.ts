import { z } from 'zod';
import { text } from './text.js';

/** A boolean query parameter: `true` or `false`, nothing else. Absent: the default, or undefined without one. */
export function flag(options: { default: boolean }): z.ZodType<boolean>;
export function flag(): z.ZodType<boolean | undefined>;
export function flag(options?: { default: boolean }): z.ZodType<boolean | undefined> {
  const value = z.preprocess(
    (raw) => (raw === 'true' ? true : raw === 'false' ? false : raw),
    z.boolean({ error: 'must be true or false' }),
  );
  return options ? value.default(options.default).meta({ default: options.default }) : value.optional();
}

/** A query parameter that may be given several times: always an array, undefined when absent. */
export const repeated = <Item>(item: z.ZodType<Item>): z.ZodOptional<z.ZodType<Item[]>> =>
  z.preprocess((raw) => (typeof raw === 'string' ? [raw] : raw), z.array(item).max(100)).optional();

const limit = z
  .preprocess(
    (raw) => (typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw),
    z.int({ error: limitMessage }).min(1, limitMessage()).max(1000, limitMessage()),
  )
  .default(50)
  .meta({ default: 50 });

function limitMessage(): string {
  return 'must be a whole number from 1 to 1000';
}

/** The query of every list: `page`, an opaque cursor, and `limit`, 1 to 1000. */
export const pageQuery = z.object({ page: text({ min: 1, max: 4096 }).optional(), limit });
