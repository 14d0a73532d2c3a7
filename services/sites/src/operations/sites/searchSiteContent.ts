import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { bySpace, searchedSpaces } from '../../domain/site-search.js';
import { treeOf } from '../../domain/tree.js';
import { authorize } from '../../policies/site.js';
import { levelOn } from '../../policies/space.js';
import type { Sites } from '../../sites.js';
import { findSite } from '../../tables/site.js';
import { findShownSpaces } from '../../tables/site-space.js';
import { findTree } from '../../tables/tree.js';

/** Members find what they may read in the spaces of a site, be it published or not. */
export const searchSiteContent = operation(
  contract.searchSiteContent,
  async ({ params, body, query: { limit, page }, principal, commit }, { db, published, publicUrl }: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const site = await findSite(db, params);
    if (!site) throw notFound('site');
    const searched = searchedSpaces(body, treeOf(await findTree(db, site.id)));
    const shown = await findShownSpaces(
      db,
      searched.map(({ space_id }) => space_id),
    );
    const readable = [...shown].flatMap(([id, { facts }]) => (levelOn(principal, facts) ? [[id, facts] as const] : []));
    if (readable.length === 0) return commit(async () => ({ items: [], count: 0 }));
    const spaces = new Map(readable);
    // Before the transaction: content is asked.
    const found = await published.search([...spaces.keys()], { query: body.query, limit, page });
    const { next, count } = found;
    return commit(async () => ({ items: bySpace(found, spaces, publicUrl), ...(next ? { next } : {}), count }));
  },
);
