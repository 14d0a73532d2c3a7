import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentPublishingAuth } from '../../present/publishing-auth.js';
import type { Sites } from '../../sites.js';
import { findPublishing, updatePublishing } from '../../tables/publishing.js';
import { lockSite } from '../../tables/site.js';

export const updateSitePublishingAuthById = operation(
  contract.updateSitePublishingAuthById,
  async ({ params, body: { backend, fallbackURL }, principal, ifMatch, commit }, { visitorKeys }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      const publishing = (await findPublishing(tx, site.id))!;
      ifMatch(presentPublishingAuth(site.id, publishing, visitorKeys));
      const { visitor_backend, visitor_fallback_url } = publishing;
      const changes = {
        visitor_backend: backend ?? visitor_backend,
        visitor_fallback_url: fallbackURL === undefined ? visitor_fallback_url : fallbackURL,
      };
      await updatePublishing(tx, site.id, changes);
      return presentPublishingAuth(site.id, { ...publishing, ...changes }, visitorKeys);
    });
  },
);
