import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { requireGroup, updateGroupOf } from '../../domain/section-groups.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const updateSiteSectionGroupById = operation(
  contract.updateSiteSectionGroupById,
  async ({ params, body: { title, icon }, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const describe = describer(tx, sites, { site: params, principal });
      await changeSite(tx, sites, params, async ({ tree }) => {
        const group = requireGroup(tree, params.siteSectionGroupId);
        ifMatch(await describe.group(group.id));
        await updateGroupOf(tx, group, { title, icon });
      });
      return describe.group(params.siteSectionGroupId);
    });
  },
);
