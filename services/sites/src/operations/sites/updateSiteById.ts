import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { changeSite } from '../../domain/sites.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { findSite, lockSite, updateDefaultSiteSpace } from '../../tables/site.js';
import { findSiteSpace } from '../../tables/site-space.js';

export const updateSiteById = operation(
  contract.updateSiteById,
  async ({ params, body, principal, ifMatch, commit }, { publicUrl }: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const viewer = { principal, publicUrl };
    return commit(async (tx) => {
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      ifMatch(presentSite(site, viewer));
      if (body.defaultSiteSection !== undefined) throw notFound('section');
      if (body.defaultSiteSpace !== undefined) {
        const chosen = await findSiteSpace(tx, { siteId: site.id, siteSpaceId: body.defaultSiteSpace });
        if (!chosen) throw notFound('site space');
        await updateDefaultSiteSpace(tx, site.id, chosen.id);
      }
      await changeSite(tx, site, {
        title: body.title,
        visibility: body.visibility,
        basename: body.basename,
        adaptive_content: body.adaptiveContent?.enabled,
      });
      return presentSite((await findSite(tx, params))!, viewer);
    });
  },
);
