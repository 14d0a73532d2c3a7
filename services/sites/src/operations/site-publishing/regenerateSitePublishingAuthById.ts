import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentPublishingAuth } from '../../present/publishing-auth.js';
import type { Sites } from '../../sites.js';
import { countUpVisitorKey, findPublishing } from '../../tables/publishing.js';
import { lockSite } from '../../tables/site.js';

export const regenerateSitePublishingAuthById = operation(
  contract.regenerateSitePublishingAuthById,
  async ({ params, principal, commit }, { visitorKeys }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      await countUpVisitorKey(tx, site.id);
      return presentPublishingAuth(site.id, (await findPublishing(tx, site.id))!, visitorKeys);
    });
  },
);
