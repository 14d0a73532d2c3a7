import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { learnSpaces, requireSpaces } from '../../domain/known-spaces.js';
import { addSpaces } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import { presentSiteSpace } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';
import { findSite, lockSite } from '../../tables/site.js';
import { findSiteSpace } from '../../tables/site-space.js';

export const addSpaceToSite = operation(
  contract.addSpaceToSite,
  async ({ params, body, principal, commit, location }, sites: Sites) => {
    const { organizationId, siteId } = params;
    authorize(principal, 'edit', organizationId);
    if (!(await findSite(sites.db, params))) throw notFound('site');
    if (body.sectionId !== undefined) throw notFound('section');
    await learnSpaces(sites, [body.spaceId], organizationId);
    return commit(async (tx) => {
      const spaces = await requireSpaces(tx, [body.spaceId], { organizationId, principal });
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      const [siteSpaceId] = await addSpaces(tx, site, spaces, sites.clock());
      location(`${sites.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${siteSpaceId}`);
      const added = await findSiteSpace(tx, { siteId, siteSpaceId: siteSpaceId! });
      return presentSiteSpace(added!, { principal, publicUrl: sites.publicUrl });
    });
  },
);
