import type { SiteRow } from '../tables/site.js';
import type { Place } from '../tables/site-space.js';

type SiteFacts = Pick<SiteRow, 'id' | 'organization_id' | 'title' | 'visibility' | 'published' | 'version'>;

export const siteFact = (site: SiteFacts) => ({
  subject: site.id,
  sequence: site.version,
  data: {
    site: site.id,
    organization: site.organization_id,
    title: site.title,
    visibility: site.visibility,
    published: site.published,
  },
});

export const siteSpaceFact = (site: SiteFacts, place: Pick<Place, 'id' | 'space_id' | 'version'>) => ({
  subject: place.id,
  sequence: place.version,
  data: {
    siteSpace: place.id,
    site: site.id,
    organization: site.organization_id,
    space: place.space_id,
    visibility: site.visibility,
    published: site.published,
  },
});
