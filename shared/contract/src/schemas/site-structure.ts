import { z } from 'zod';
import type { Schema } from './schema.js';
import { SiteSection } from './site-section.js';
import { SiteSectionGroup } from './site-section-group.js';
import { SiteSpace } from './site-space.js';

/** Everything on a site in its order: sections and groups of them, or spaces on a site without sections. */
export type SiteStructure =
  | { type: 'sections'; structure: (SiteSection | SiteSectionGroup)[] }
  | { type: 'siteSpaces'; structure: SiteSpace[] };

export const SiteStructure: Schema<SiteStructure> = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('sections'),
      structure: z.array(z.union([SiteSection, SiteSectionGroup])),
    }),
    z.strictObject({ type: z.literal('siteSpaces'), structure: z.array(SiteSpace) }),
  ])
  .meta({ id: 'SiteStructure' });
