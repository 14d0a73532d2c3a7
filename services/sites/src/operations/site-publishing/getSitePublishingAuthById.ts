import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentPublishingAuth } from '../../present/publishing-auth.js';
import type { Sites } from '../../sites.js';
import { findPublishing } from '../../tables/publishing.js';
import { findSite } from '../../tables/site.js';

export const getSitePublishingAuthById = operation(
  contract.getSitePublishingAuthById,
  async ({ params, principal }, { db, visitorKeys }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const site = await findSite(db, params);
    const publishing = site && (await findPublishing(db, site.id));
    if (!publishing) throw notFound('site');
    return presentPublishingAuth(site.id, publishing, visitorKeys);
  },
);
