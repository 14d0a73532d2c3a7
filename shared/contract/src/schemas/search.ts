import { z } from 'zod';
import { pageQuery } from './query.js';
import { text, Url } from './text.js';
import type { Schema } from './schema.js';

const section = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    body: z.string(),
    urls: z.strictObject({ app: Url }),
  })
  .meta({ id: 'SearchSectionResult' });
const page = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    sections: z.array(section).optional(),
    urls: z.strictObject({ app: Url }),
  })
  .meta({ id: 'SearchPageResult' });
const space = z
  .strictObject({ id: z.string(), title: z.string(), pages: z.array(page) })
  .meta({ id: 'SearchSpaceResult' });

/** A page that matches, with the sections that do. */
export interface SearchPageResult extends z.infer<typeof page> {}
export const SearchPageResult: Schema<SearchPageResult> = page;

/** A space with the pages in it that match. */
export interface SearchSpaceResult extends z.infer<typeof space> {}
export const SearchSpaceResult: Schema<SearchSpaceResult> = space;

export const searchQuery = pageQuery.extend({ query: text({ min: 1, max: 512 }) });
