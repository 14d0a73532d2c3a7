import { z } from 'zod';
import { text } from './text.js';

/** A boolean query parameter: `true` or `false`, nothing else. Absent: the default, or undefined without one. */
export function flag(options: { default: boolean }): z.ZodType<boolean>;
export function flag(): z.ZodType<boolean | undefined>;
export function flag(options?: { default: boolean }): z.ZodType<boolean | undefined> {
  const boolean = z.boolean({ error: 'must be true or false' });
  const fromText = (schema: z.ZodType<boolean>) =>
    z.preprocess((raw) => (raw === 'true' ? true : raw === 'false' ? false : raw), schema);
  return options ? fromText(boolean.meta(options)).default(options.default) : fromText(boolean).optional();
}

/** A query parameter that may be given up to `max` times, 100 unless set: always an array, undefined when absent. */
export const repeated = <Item>(item: z.ZodType<Item>, { max = 100 } = {}): z.ZodOptional<z.ZodType<Item[]>> =>
  z.preprocess((raw) => (typeof raw === 'string' ? [raw] : raw), z.array(item).max(max)).optional();

const limitMessage = 'must be a whole number from 1 to 1000';
/** A query parameter `limit`: 1 to 1000. */
export const limitOf = (options: { default: number }) =>
  z
    .preprocess(
      (raw) => (typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw),
      z.int(limitMessage).min(1, limitMessage).max(1000, limitMessage).meta(options),
    )
    .default(options.default);

/** The query of every list: `page`, an opaque cursor, and `limit`, 1 to 1000. */
export const pageQuery = z.object({ page: text({ min: 1, max: 4096 }).optional(), limit: limitOf({ default: 50 }) });
