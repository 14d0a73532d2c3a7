import { contract } from '@quire/contract';
import { listOf, notFound, operation, placeCursor } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentSiteSpace } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';
import { findSite } from '../../tables/site.js';
import { countSiteSpaces, listSiteSpaces as listRows } from '../../tables/site-space.js';

export const listSiteSpaces = operation(
  contract.listSiteSpaces,
  async ({ params, query, principal }, { db, publicUrl }: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const { limit } = query;
    const after = placeCursor(query.page);
    if (!(await findSite(db, params))) throw notFound('site');
    const filter = { siteId: params.siteId, isDefault: query.default };
    return listOf(await listRows(db, filter, { after, limit: limit + 1 }), {
      limit,
      count: await countSiteSpaces(db, filter),
      cursor: ({ order_key, id }) => [order_key, id],
      present: (siteSpace) => presentSiteSpace(siteSpace, { principal, publicUrl }),
    });
  },
);
