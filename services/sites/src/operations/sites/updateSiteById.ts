import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { requireHostname } from '../../domain/hostname.js';
import { requireSegment } from '../../domain/path.js';
import { setDefaults } from '../../domain/sites.js';
import { authorize } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { findSite, updateSite } from '../../tables/site.js';

export const updateSiteById = operation(
  contract.updateSiteById,
  async ({ params, body, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, body.hostname === undefined ? 'edit' : 'admin', params.organizationId);
    const { title, visibility, basename, hostname, adaptiveContent, defaultSiteSection, defaultSiteSpace } = body;
    if (basename !== undefined) requireSegment(basename, 'body.basename');
    const custom_hostname = typeof hostname === 'string' ? requireHostname(hostname, sites.publicUrl) : hostname;
    const viewer = { principal, publicUrl: sites.publicUrl };
    return commit(async (tx) => {
      await changeSite(tx, sites, params, async (whole) => {
        ifMatch(presentSite(whole.site, viewer));
        await setDefaults(tx, whole, { section: defaultSiteSection, siteSpace: defaultSiteSpace });
        const adaptive_content = adaptiveContent?.enabled;
        const changes = { title, visibility, basename, custom_hostname, adaptive_content };
        if (Object.values(changes).some((value) => value !== undefined)) await updateSite(tx, whole.site.id, changes);
      });
      return presentSite((await findSite(tx, params))!, viewer);
    });
  },
);
