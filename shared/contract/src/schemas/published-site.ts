import { z } from 'zod';
import type { Schema } from './schema.js';
import { Site } from './site.js';
import { SiteCustomizationSettings } from './site-customization.js';
import { SiteStructure } from './site-structure.js';

/** A published site with all that is needed to show it. `siteSpaces` holds settings of single spaces by their ids. */
export interface PublishedContentSite {
  object: 'published-content-site';
  site: Site;
  structure: SiteStructure;
  customizations: {
    site: SiteCustomizationSettings;
    siteSpaces: Record<string, SiteCustomizationSettings>;
  };
  scripts: never[];
}

export const PublishedContentSite: Schema<PublishedContentSite> = z
  .strictObject({
    object: z.literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: z.strictObject({
      site: SiteCustomizationSettings,
      siteSpaces: z.record(z.string(), SiteCustomizationSettings),
    }),
    scripts: z.array(z.never()),
  })
  .meta({ id: 'PublishedContentSite' });
