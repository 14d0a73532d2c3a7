import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { lockSiteSpace } from '../../domain/lock-site-space.js';
import { reorderSiteSpace } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import { presentSiteSpace } from '../../present/site-space.js';
import type { Sites } from '../../sites.js';
import { findSiteSpace } from '../../tables/site-space.js';

export const moveSiteSpace = operation(
  contract.moveSiteSpace,
  async ({ params, body: { position }, principal, commit }, { publicUrl }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const destination = { before: position?.before?.siteSpace, after: position?.after?.siteSpace };
    return commit(async (tx) => {
      const { siteSpace } = await lockSiteSpace(tx, params);
      await reorderSiteSpace(tx, siteSpace, destination);
      return presentSiteSpace((await findSiteSpace(tx, params))!, { principal, publicUrl });
    });
  },
);
