import type { Site } from '@quire/contract';
import { sitePermissions } from '../policies/site.js';
import type { SiteRow } from '../tables/site.js';
import type { Viewer } from './viewer.js';

export function presentSite(row: SiteRow, { principal, publicUrl }: Viewer): Site {
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    title: row.title,
    ...(row.hostname === null ? {} : { hostname: row.hostname }),
    ...(row.basename === null ? {} : { basename: row.basename }),
    visibility: row.visibility,
    published: row.published,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at.toISOString(),
    adaptiveContent: { enabled: row.adaptive_content },
    urls: {
      location: `${publicUrl}/v1/orgs/${row.organization_id}/sites/${row.id}`,
      app: `${publicUrl}/app/organization/${row.organization_id}/site/${row.id}`,
    },
    permissions: sitePermissions(principal, row.organization_id),
  };
}
