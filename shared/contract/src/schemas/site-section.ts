import { z } from 'zod';
import { pageQuery } from './query.js';
import { Condition, SitePath, SiteSpace } from './site-space.js';
import { Icon, Id, text, Url } from './text.js';
import type { Schema } from './schema.js';

const title = text({ min: 2, max: 128 });
const description = text({ max: 256 });

const schema = z
  .strictObject({
    object: z.literal('site-section'),
    id: z.string(),
    title,
    description: description.optional(),
    default: z.boolean().optional(),
    path: SitePath,
    condition: Condition.optional(),
    sectionGroup: z.string().optional(),
    icon: Icon.optional(),
    siteSpaces: z.array(SiteSpace),
    urls: z.strictObject({ published: Url.optional() }),
  })
  .meta({ id: 'SiteSection' });

/** A tab of a site, with the spaces that are its variants. */
export interface SiteSection extends z.infer<typeof schema> {}
export const SiteSection: Schema<SiteSection> = schema;

export const SiteSectionCreate = z.object({ spaceId: Id, title: text({ min: 2, max: 64 }).optional() });
/** null removes `condition`, `icon` and `description`. */
export const SiteSectionUpdate = z.object({
  title: title.optional(),
  path: SitePath.optional(),
  defaultSiteSpace: Id.optional(),
  condition: Condition.nullable().optional(),
  icon: Icon.nullable().optional(),
  description: description.nullable().optional(),
});
export const siteSectionListQuery = pageQuery.extend({ shareKey: text({ max: 256 }).optional() });
