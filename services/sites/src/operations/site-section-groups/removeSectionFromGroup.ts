import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { requireGroup, takeOutOfGroup } from '../../domain/section-groups.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const removeSectionFromGroup = operation(
  contract.removeSectionFromGroup,
  async ({ params, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit((tx) =>
      changeSite(tx, sites, params, async ({ tree }) => {
        const group = requireGroup(tree, params.siteSectionGroupId);
        ifMatch(await describer(tx, sites, { site: params, principal }).group(group.id));
        await takeOutOfGroup(tx, tree, group, params.siteSectionId);
      }),
    );
  },
);
