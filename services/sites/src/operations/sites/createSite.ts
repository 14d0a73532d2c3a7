import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { learnOrganization } from '../../domain/known-organizations.js';
import { learnSpaces, requireSpaces } from '../../domain/known-spaces.js';
import { addSpaces } from '../../domain/site-spaces.js';
import { foundSite } from '../../domain/sites.js';
import { authorizeInOrganization } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { findSite } from '../../tables/site.js';

export const createSite = operation(
  contract.createSite,
  async ({ params: { organizationId }, body, principal, commit }, sites: Sites) => {
    authorizeInOrganization(principal, 'create', organizationId);
    const { spaces: spaceIds = [], title, type, visibility } = body;
    await learnOrganization(sites, organizationId);
    await learnSpaces(sites, spaceIds, organizationId);
    return commit(async (tx) => {
      const now = sites.clock();
      const spaces = await requireSpaces(tx, spaceIds, { organizationId, principal });
      const { id: siteId } = await foundSite(tx, sites, { organizationId, title, type, visibility, now });
      const key = { organizationId, siteId };
      await changeSite(tx, sites, key, (whole) => addSpaces(tx, whole, { spaces, now }));
      return presentSite((await findSite(tx, key))!, { principal, publicUrl: sites.publicUrl });
    });
  },
);
