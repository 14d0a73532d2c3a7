import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { defaultCustomization } from '../../domain/customization.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';
import { findPublishing } from '../../tables/publishing.js';
import { findSite } from '../../tables/site.js';

export const getSiteCustomizationById = operation(
  contract.getSiteCustomizationById,
  async ({ params, principal }, { db }: Sites) => {
    authorize(principal, 'view', params.organizationId);
    const site = await findSite(db, params);
    const publishing = site && (await findPublishing(db, site.id));
    if (!publishing) throw notFound('site');
    return publishing.customization ?? defaultCustomization;
  },
);
