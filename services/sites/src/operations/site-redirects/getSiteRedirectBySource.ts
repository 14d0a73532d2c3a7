import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { pathBehind, spelled } from '../../domain/redirects.js';
import { viewSite } from '../../domain/site-view.js';
import { authorize } from '../../policies/site.js';
import { presentRedirect } from '../../present/redirect.js';
import type { Sites } from '../../sites.js';
import { findRedirectFrom } from '../../tables/redirect.js';

export const getSiteRedirectBySource = operation(
  contract.getSiteRedirectBySource,
  async ({ params, query: { source, shareKey }, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const { site, tree, root } = await viewSite(sites.db, sites, params, { principal, shareKey, of: () => [] });
    const row = await findRedirectFrom(sites.db, site.id, spelled(source, 'query.source'));
    if (!row || root === undefined) throw notFound('redirect');
    return { redirect: presentRedirect(row), target: root + pathBehind(row, tree) };
  },
);
