import { z } from 'zod';
import { flag, pageQuery, repeated } from './query.js';
import { pattern, Id, text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

export const SiteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']);
export type SiteVisibility = z.infer<typeof SiteVisibility>;
export const SiteType = z.enum(['basic', 'premium', 'ultimate']);
export type SiteType = z.infer<typeof SiteType>;
const title = text({ min: 2, max: 128 });
const basename = pattern(/^[^\s/?#]+$/, 'be one path segment', { min: 1, max: 100 });
const adaptiveContent = z.object({ enabled: z.boolean() });

const schema = z
  .strictObject({
    object: z.literal('site'),
    id: z.string(),
    type: SiteType,
    title,
    hostname: z.string().optional(),
    basename: z.string().optional(),
    visibility: SiteVisibility,
    published: z.boolean(),
    siteSpaces: z.int().min(0),
    createdAt: Timestamp,
    adaptiveContent: adaptiveContent.optional(),
    urls: z.strictObject({ location: Url, app: Url, published: Url.optional() }),
    permissions: z.strictObject({
      view: z.boolean(),
      access: z.boolean(),
      edit: z.boolean(),
      create: z.boolean(),
      admin: z.boolean(),
    }),
  })
  .meta({ id: 'Site' });

export interface Site extends z.infer<typeof schema> {}
export const Site: Schema<Site> = schema;

export const SiteCreate = z.object({
  type: SiteType.optional(),
  title: title.optional(),
  visibility: SiteVisibility.optional(),
  spaces: z.array(Id).max(100).optional(),
});
export const SiteUpdate = z.object({
  title: title.optional(),
  visibility: SiteVisibility.optional(),
  basename: basename.optional(),
  /** Ours: a host name of the site's own, null for none. */
  hostname: text({ max: 253 }).nullable().optional(),
  adaptiveContent: adaptiveContent.optional(),
  defaultSiteSpace: Id.optional(),
  defaultSiteSection: Id.optional(),
});
/** `shareKey` is that of a share link: it resolves the published addresses. */
export const siteQuery = z.object({ shareKey: text({ max: 256 }).optional() });
export const siteListQuery = pageQuery.extend({
  space: Id.optional(),
  title: text({ max: 128 }).optional(),
  published: flag(),
  type: repeated(SiteType),
});
