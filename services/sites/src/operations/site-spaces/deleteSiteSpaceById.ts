import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { lockSiteSpace } from '../../domain/lock-site-space.js';
import { removeSiteSpaces } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import { presentSiteSpace } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';

export const deleteSiteSpaceById = operation(
  contract.deleteSiteSpaceById,
  async ({ params, principal, ifMatch, commit }, { publicUrl }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const { site, siteSpace } = await lockSiteSpace(tx, params);
      ifMatch(presentSiteSpace(siteSpace, { principal, publicUrl }));
      await removeSiteSpaces(tx, site, [siteSpace]);
    });
  },
);
