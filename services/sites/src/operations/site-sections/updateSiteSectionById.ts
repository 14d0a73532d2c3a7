import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { requireCondition } from '../../domain/condition.js';
import { describer } from '../../domain/describe.js';
import { requireSegment } from '../../domain/path.js';
import { leadIn, requireSection, updateSectionOf } from '../../domain/sections.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const updateSiteSectionById = operation(
  contract.updateSiteSectionById,
  async ({ params, body, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const { defaultSiteSpace, title, path, condition, icon, description } = body;
    if (path !== undefined) requireSegment(path);
    requireCondition(condition);
    return commit(async (tx) => {
      const describe = describer(tx, sites, { site: params, principal });
      await changeSite(tx, sites, params, async ({ tree }) => {
        const self = requireSection(tree, params.siteSectionId);
        ifMatch(await describe.section(self.id));
        const lead = defaultSiteSpace === undefined ? undefined : leadIn(self, defaultSiteSpace).id;
        const changes = { title, path, condition, icon, description, default_site_space_id: lead };
        await updateSectionOf(tx, tree, { self, changes });
      });
      return describe.section(params.siteSectionId);
    });
  },
);
