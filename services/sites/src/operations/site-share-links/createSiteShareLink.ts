import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { addShareLink, lockSiteOfLinks } from '../../domain/share-links.js';
import { authorize } from '../../policies/site.js';
import { presentShareLink } from '../../present/share-link.js';
import type { Sites } from '../../sites.js';

export const createSiteShareLink = operation(
  contract.createSiteShareLink,
  async ({ params, body: { name }, principal, commit, location }, sites: Sites) => {
    const { organizationId, siteId } = params;
    authorize(principal, 'edit', organizationId);
    return commit(async (tx) => {
      const site = await lockSiteOfLinks(tx, params);
      const link = await addShareLink(tx, sites, { site, name });
      location(`${sites.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/share-links/${link.id}`);
      return presentShareLink(link, site, sites);
    });
  },
);
