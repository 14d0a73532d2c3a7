import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { dissolveSite } from '../../domain/sites.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';

export const deleteSiteById = operation(
  contract.deleteSiteById,
  async ({ params, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'admin', params.organizationId);
    return commit((tx) =>
      changeSite(tx, sites, params, async (whole) => {
        ifMatch(presentSite(whole.site, { principal, publicUrl: sites.publicUrl }));
        await dissolveSite(tx, sites, whole);
      }),
    );
  },
);
