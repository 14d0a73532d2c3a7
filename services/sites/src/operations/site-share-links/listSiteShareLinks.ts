import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentShareLink } from '../../present/share-link.js';
import type { Sites } from '../../sites.js';
import { countShareLinks, listShareLinks } from '../../tables/share-link.js';
import { findSite } from '../../tables/site.js';

export const listSiteShareLinks = operation(
  contract.listSiteShareLinks,
  async ({ params, query: { page, limit }, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const { db } = sites;
    const after = idCursor(page);
    const site = await findSite(db, params);
    if (!site) throw notFound('site');
    return listOf(await listShareLinks(db, site.id, { after, limit: limit + 1 }), {
      limit,
      count: await countShareLinks(db, site.id),
      cursor: ({ id }) => [id],
      present: (link) => presentShareLink(link, site, sites),
    });
  },
);
