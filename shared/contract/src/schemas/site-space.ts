import { z } from 'zod';
import { flag, pageQuery } from './query.js';
import { Space } from './space.js';
import { Id, text, Url } from './text.js';
import type { Schema } from './schema.js';

/** The path of a section or space on its site. */
export const SitePath = text({ min: 1, max: 100 });
/** An expression that decides whether a visitor sees the thing. */
export const Condition = text({ min: 1, max: 1024 });

const schema = z
  .strictObject({
    object: z.literal('site-space'),
    id: z.string(),
    path: SitePath,
    section: z.string().optional(),
    space: Space,
    title: z.string(),
    default: z.boolean().optional(),
    condition: Condition.optional(),
    hasAdvancedCustomizationFeature: z.boolean().optional(),
    urls: z.strictObject({ published: Url.optional() }),
  })
  .meta({ id: 'SiteSpace' });

/** A space on a site. */
export interface SiteSpace extends z.infer<typeof schema> {}
export const SiteSpace: Schema<SiteSpace> = schema;

export const SiteSpaceCreate = z.object({ spaceId: Id, sectionId: Id.optional() });
/** `condition` null removes it. */
export const SiteSpaceUpdate = z.object({ path: SitePath.optional(), condition: Condition.nullable().optional() });
export const siteSpaceListQuery = pageQuery.extend({ shareKey: text({ max: 256 }).optional(), default: flag() });
