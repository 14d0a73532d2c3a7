import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { moveSection, requireSection } from '../../domain/sections.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const moveSiteSection = operation(
  contract.moveSiteSection,
  async ({ params, body: { position }, principal, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const destination = { before: position?.before?.siteSection, after: position?.after?.siteSection };
    return commit(async (tx) => {
      await changeSite(tx, sites, params, ({ tree }) =>
        moveSection(tx, tree, requireSection(tree, params.siteSectionId), destination),
      );
      return describer(tx, sites, { site: params, principal }).section(params.siteSectionId);
    });
  },
);
