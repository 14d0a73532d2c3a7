import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { findSite, updateSite } from '../../tables/site.js';

export const unpublishSite = operation(contract.unpublishSite, async ({ params, principal, commit }, sites: Sites) => {
  authorize(principal, 'edit', params.organizationId);
  return commit(async (tx) => {
    await changeSite(tx, sites, params, ({ site }) => updateSite(tx, site.id, { published: false }));
    return presentSite((await findSite(tx, params))!, { principal, publicUrl: sites.publicUrl });
  });
});
