import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { lockSiteSpace } from '../../domain/lock-site-space.js';
import { requireSegment } from '../../domain/path.js';
import { changeSiteSpace } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import { presentSiteSpace } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';
import { findSiteSpace } from '../../tables/site-space.js';

export const updateSiteSpaceById = operation(
  contract.updateSiteSpaceById,
  async ({ params, body, principal, ifMatch, commit }, { publicUrl }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    if (body.path !== undefined) requireSegment(body.path);
    const viewer = { principal, publicUrl };
    return commit(async (tx) => {
      const { siteSpace } = await lockSiteSpace(tx, params);
      ifMatch(presentSiteSpace(siteSpace, viewer));
      await changeSiteSpace(tx, siteSpace, body);
      return presentSiteSpace((await findSiteSpace(tx, params))!, viewer);
    });
  },
);
