import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { pageOf, rankCursor } from '../../domain/ranked-page.js';
import { viewSite } from '../../domain/site-view.js';
import type { Tree } from '../../domain/tree.js';
import { authorize } from '../../policies/site.js';
import { presentSectionGroup } from '../../present/site-section.js';
import type { Sites } from '../../sites.js';

export const listSiteSectionGroups = operation(
  contract.listSiteSectionGroups,
  async ({ params, query, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const { limit } = query;
    const after = rankCursor(query.page);
    const page = ({ groups }: Tree) => pageOf(groups, { after, limit });
    const of = (tree: Tree) =>
      page(tree).items.flatMap(({ sections }) => sections.flatMap(({ siteSpaces }) => siteSpaces));
    const view = await viewSite(sites.db, sites, params, { principal, of });
    const { items, ...rest } = page(view.tree);
    return { ...rest, items: items.map((group) => presentSectionGroup(group, view)) };
  },
);
