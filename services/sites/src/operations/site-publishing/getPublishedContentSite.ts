import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { defaultCustomization } from '../../domain/customization.js';
import { viewSite } from '../../domain/site-view.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import { presentStructure } from '../../present/structure.js';
import type { Sites } from '../../sites.js';
import { findPublishing } from '../../tables/publishing.js';

export const getPublishedContentSite = operation(
  contract.getPublishedContentSite,
  async ({ params, query: { shareKey }, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const view = await viewSite(sites.db, sites, params, { principal, shareKey });
    const publishing = await findPublishing(sites.db, view.site.id);
    if (!view.site.published || !publishing) throw notFound('published site');
    return {
      object: 'published-content-site' as const,
      site: presentSite(view.site, view, view.root),
      structure: presentStructure(view),
      customizations: { site: publishing.customization ?? defaultCustomization, siteSpaces: {} },
      scripts: [],
    };
  },
);
