import type { Site } from '@quire/contract';
import { openRoot } from '../domain/addresses.js';
import { sitePermissions } from '../policies/site.js';
import type { SiteRow } from '../tables/site.js';
import type { Viewer } from './viewer.js';

/** `published` is where its pages are, when that depends on more than the site. */
export function presentSite(
  row: SiteRow,
  { principal, publicUrl }: Viewer,
  published = openRoot(row, publicUrl),
): Site {
  const hostname = row.custom_hostname ?? row.hostname;
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    title: row.title,
    ...(hostname === null ? {} : { hostname }),
    ...(row.basename === null ? {} : { basename: row.basename }),
    visibility: row.visibility,
    published: row.published,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at.toISOString(),
    adaptiveContent: { enabled: row.adaptive_content },
    urls: {
      location: `${publicUrl}/v1/orgs/${row.organization_id}/sites/${row.id}`,
      app: `${publicUrl}/app/organization/${row.organization_id}/site/${row.id}`,
      ...(published === undefined ? {} : { published }),
    },
    permissions: sitePermissions(principal, row.organization_id),
  };
}
