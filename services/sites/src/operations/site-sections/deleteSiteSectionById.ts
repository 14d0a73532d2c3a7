import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { removeSection, requireSection } from '../../domain/sections.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const deleteSiteSectionById = operation(
  contract.deleteSiteSectionById,
  async ({ params, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit((tx) =>
      changeSite(tx, sites, params, async ({ tree }) => {
        const section = requireSection(tree, params.siteSectionId);
        ifMatch(await describer(tx, sites, { site: params, principal }).section(section.id));
        await removeSection(tx, section);
      }),
    );
  },
);
