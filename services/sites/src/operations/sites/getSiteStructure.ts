import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { viewSite } from '../../domain/site-view.js';
import { authorize } from '../../policies/site.js';
import { presentStructure } from '../../present/structure.js';
import type { Sites } from '../../sites.js';

export const getSiteStructure = operation(
  contract.getSiteStructure,
  async ({ params, query: { shareKey }, principal }, sites: Sites) => {
    authorize(principal, 'view', params.organizationId);
    return presentStructure(await viewSite(sites.db, sites, params, { principal, shareKey }));
  },
);
