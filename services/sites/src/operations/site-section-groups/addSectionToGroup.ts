import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { addToGroup, requireGroup } from '../../domain/section-groups.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const addSectionToGroup = operation(
  contract.addSectionToGroup,
  async ({ params, body: { sectionId }, principal, commit, location }, sites: Sites) => {
    const { organizationId, siteId, siteSectionGroupId } = params;
    authorize(principal, 'edit', organizationId);
    return commit(async (tx) => {
      await changeSite(tx, sites, params, ({ tree }) =>
        addToGroup(tx, tree, requireGroup(tree, siteSectionGroupId), sectionId),
      );
      location(`${sites.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${siteSectionGroupId}`);
      return describer(tx, sites, { site: params, principal }).group(siteSectionGroupId);
    });
  },
);
