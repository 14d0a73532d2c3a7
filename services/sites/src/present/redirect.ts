import type { SiteRedirect } from '@quire/contract';
import type { RedirectRow } from '../tables/redirect.js';

export const presentRedirect = (row: RedirectRow): SiteRedirect => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  destination: destinationOf(row),
});

function destinationOf({ section_id, site_space_id, page_id }: RedirectRow): SiteRedirect['destination'] {
  if (site_space_id === null) return { kind: 'site-section', siteSectionId: section_id! };
  if (page_id === null) return { kind: 'site-space', siteSpaceId: site_space_id };
  return { kind: 'site-page', siteSpaceId: site_space_id, pageId: page_id };
}
