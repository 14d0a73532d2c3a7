import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentRedirect } from '../../present/redirect.js';
import type { Sites } from '../../sites.js';
import { countRedirects, listRedirects } from '../../tables/redirect.js';
import { findSite } from '../../tables/site.js';

export const listSiteRedirects = operation(
  contract.listSiteRedirects,
  async ({ params, query: { page, limit, search }, principal }, { db }: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const after = idCursor(page);
    const site = await findSite(db, params);
    if (!site) throw notFound('site');
    const filter = { siteId: site.id, search };
    return listOf(await listRedirects(db, filter, { after, limit: limit + 1 }), {
      limit,
      count: await countRedirects(db, filter),
      cursor: ({ id }) => [id],
      present: presentRedirect,
    });
  },
);
