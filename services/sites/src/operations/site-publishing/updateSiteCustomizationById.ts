import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { requireCondition } from '../../domain/condition.js';
import { defaultCustomization } from '../../domain/customization.js';
import { authorize } from '../../policies/site.js';
import { findPublishing, updateCustomization } from '../../tables/publishing.js';
import { lockSite } from '../../tables/site.js';

export const updateSiteCustomizationById = operation(
  contract.updateSiteCustomizationById,
  async ({ params, body, principal, ifMatch, commit }) => {
    authorize(principal, 'edit', params.organizationId);
    body.header.links.forEach(({ condition }, position) =>
      requireCondition(condition, `body.header.links.${position}.condition`),
    );
    return commit(async (tx) => {
      const site = await lockSite(tx, params);
      if (!site) throw notFound('site');
      ifMatch((await findPublishing(tx, site.id))?.customization ?? defaultCustomization);
      await updateCustomization(tx, site.id, body);
      return (await findPublishing(tx, site.id))!.customization!;
    });
  },
);
