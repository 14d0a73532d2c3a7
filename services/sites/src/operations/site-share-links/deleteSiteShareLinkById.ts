import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { lockSiteOfLinks, removeShareLink, requireShareLink } from '../../domain/share-links.js';
import { authorize } from '../../policies/site.js';
import { presentShareLink } from '../../present/share-link.js';
import type { Sites } from '../../sites.js';

export const deleteSiteShareLinkById = operation(
  contract.deleteSiteShareLinkById,
  async ({ params, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const site = await lockSiteOfLinks(tx, params);
      const link = await requireShareLink(tx, params);
      ifMatch(presentShareLink(link, site, sites));
      await removeShareLink(tx, sites, { site, link });
    });
  },
);
