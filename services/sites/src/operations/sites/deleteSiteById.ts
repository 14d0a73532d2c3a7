import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { dissolveSite } from '../../domain/sites.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { lockSite } from '../../tables/site.js';

export const deleteSiteById = operation(
  contract.deleteSiteById,
  async ({ params, principal, ifMatch, commit }, { publicUrl }: Sites) => {
    authorize(principal, 'admin', params.organizationId);
    return commit(async (tx) => {
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      ifMatch(presentSite(site, { principal, publicUrl }));
      await dissolveSite(tx, site);
    });
  },
);
