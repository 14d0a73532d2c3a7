import { z } from 'zod';
import { SiteSection } from './site-section.js';
import { Icon, Id, text } from './text.js';
import type { Schema } from './schema.js';

const title = text({ min: 1, max: 100 });

const schema = z
  .strictObject({
    object: z.literal('site-section-group'),
    id: z.string(),
    title,
    icon: Icon.optional(),
    sections: z.array(SiteSection),
  })
  .meta({ id: 'SiteSectionGroup' });

/** Sections under one heading. */
export interface SiteSectionGroup extends z.infer<typeof schema> {}
export const SiteSectionGroup: Schema<SiteSectionGroup> = schema;

export const SiteSectionGroupCreate = z.object({
  title,
  icon: Icon.nullable().optional(),
  sections: z.array(Id).max(100).optional(),
});
export const SiteSectionGroupUpdate = z.object({ title: title.optional(), icon: Icon.nullable().optional() });
export const SectionGroupMember = z.object({ sectionId: Id });
