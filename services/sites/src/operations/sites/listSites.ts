import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { visibleSites } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { countSites, listSites as listRows } from '../../tables/site.js';

export const listSites = operation(
  contract.listSites,
  async ({ params, query, principal }, { db, publicUrl }: Sites) => {
    const ids = visibleSites(principal, params.organizationId);
    const { page, limit, ...wanted } = query;
    const filter = { ...params, ...wanted, ids };
    const rows = await listRows(db, filter, { after: idCursor(page), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countSites(db, filter),
      cursor: ({ id }) => [id],
      present: (site) => presentSite(site, { principal, publicUrl }),
    });
  },
);
