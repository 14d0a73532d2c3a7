import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { pageOf, rankCursor } from '../../domain/ranked-page.js';
import { viewSite } from '../../domain/site-view.js';
import type { Tree } from '../../domain/tree.js';
import { authorize } from '../../policies/site.js';
import { presentSection } from '../../present/site-section.js';
import type { Sites } from '../../sites.js';

export const listSiteSections = operation(
  contract.listSiteSections,
  async ({ params, query, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const { limit, shareKey } = query;
    const after = rankCursor(query.page);
    const of = ({ sections }: Tree) => pageOf(sections, { after, limit }).items.flatMap(({ siteSpaces }) => siteSpaces);
    const view = await viewSite(sites.db, sites, params, { principal, shareKey, of });
    const { items, ...rest } = pageOf(view.tree.sections, { after, limit });
    return { ...rest, items: items.map((section) => presentSection(section, view)) };
  },
);
