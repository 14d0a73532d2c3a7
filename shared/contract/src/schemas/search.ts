import { z } from 'zod';
import { pageQuery } from './query.js';
import { Id, text, Url } from './text.js';
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

const chosen = z.array(Id).min(1).max(1000);
const scope = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('default'),
    currentSiteSpace: Id.optional(),
    includedSiteSpaces: z.array(Id).max(1000).optional(),
  }),
  z.object({ mode: z.literal('specific'), siteSpaceIds: chosen }),
  z.object({ mode: z.literal('all') }),
]);

/** Where on a site to look: in `scope`, or as older clients say it. */
export const SiteSearch = z.union([
  z.object({ query: text({ min: 1, max: 512 }), scope }),
  z.object({ query: text({ min: 1, max: 512 }), mode: z.literal('specific').optional(), siteSpaceIds: chosen }),
  z.object({ query: text({ min: 1, max: 512 }), mode: z.literal('current'), siteSpaceId: Id }),
  z.object({ query: text({ min: 1, max: 512 }), mode: z.literal('all') }),
]);

export const searchQuery = pageQuery.extend({ query: text({ min: 1, max: 512 }) });
