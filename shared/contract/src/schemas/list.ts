import { z } from 'zod';
import { Count } from './text.js';
import type { Schema } from './schema.js';

/** One page of a list; `next` is absent on the last one, `count` is the number of all items. */
export interface List<Item> {
  items: Item[];
  next?: { page: string };
  count: number;
}

/** The fields of a list answer, for lists that carry more than that. */
export const listFields = <Item>(item: Schema<Item>) => ({
  items: z.array(item),
  next: z.strictObject({ page: z.string() }).optional(),
  count: Count,
});

/** The answer of a list operation. */
export const listOf = <Item>(item: Schema<Item>): Schema<List<Item>> => z.strictObject(listFields(item));
