import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { moveGroup, requireGroup } from '../../domain/section-groups.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const moveSiteSectionGroup = operation(
  contract.moveSiteSectionGroup,
  async ({ params, body: { position }, principal, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const destination = { before: position?.before?.id, after: position?.after?.id };
    return commit(async (tx) => {
      await changeSite(tx, sites, params, ({ tree }) =>
        moveGroup(tx, tree, requireGroup(tree, params.siteSectionGroupId), destination),
      );
      return describer(tx, sites, { site: params, principal }).group(params.siteSectionGroupId);
    });
  },
);
