import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { pageOf, rankCursor } from '../../domain/ranked-page.js';
import { viewSite } from '../../domain/site-view.js';
import type { Tree } from '../../domain/tree.js';
import { authorize } from '../../policies/site.js';
import { presentSiteSpaces } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';

export const listSiteSpaces = operation(contract.listSiteSpaces, async ({ params, query, principal }, sites: Sites) => {
  authorize(principal, 'view', params.organizationId);
  const { limit, shareKey } = query;
  const after = rankCursor(query.page);
  const wanted = ({ siteSpaces }: Tree) =>
    siteSpaces.filter(({ shown, isDefault }) => shown && (query.default ?? isDefault) === isDefault);
  const of = (tree: Tree) => pageOf(wanted(tree), { after, limit }).items;
  const view = await viewSite(sites.db, sites, params, { principal, shareKey, of });
  const { items, ...rest } = pageOf(wanted(view.tree), { after, limit });
  return { ...rest, items: presentSiteSpaces(items, view) };
});
