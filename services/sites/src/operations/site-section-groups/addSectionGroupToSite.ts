import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { addGroup } from '../../domain/section-groups.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const addSectionGroupToSite = operation(
  contract.addSectionGroupToSite,
  async ({ params, body, principal, commit, location }, sites: Sites) => {
    const { organizationId, siteId } = params;
    authorize(principal, 'edit', organizationId);
    const { title, icon = null, sections: sectionIds = [] } = body;
    return commit(async (tx) => {
      const id = await changeSite(tx, sites, params, (whole) =>
        addGroup(tx, whole, { title, icon, sectionIds, now: sites.clock() }),
      );
      location(`${sites.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${id}`);
      return describer(tx, sites, { site: params, principal }).group(id);
    });
  },
);
