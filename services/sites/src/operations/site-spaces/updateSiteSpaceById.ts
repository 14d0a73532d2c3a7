import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { requireCondition } from '../../domain/condition.js';
import { describer } from '../../domain/describe.js';
import { requireSegment } from '../../domain/path.js';
import { requireSiteSpace, updateSiteSpaceOf } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const updateSiteSpaceById = operation(
  contract.updateSiteSpaceById,
  async ({ params, body: { path, condition }, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    if (path !== undefined) requireSegment(path);
    requireCondition(condition);
    return commit(async (tx) => {
      const describe = describer(tx, sites, { site: params, principal });
      await changeSite(tx, sites, params, async ({ tree }) => {
        const self = requireSiteSpace(tree, params.siteSpaceId);
        ifMatch(await describe.siteSpace(self.id));
        await updateSiteSpaceOf(tx, tree, { self, changes: { path, condition } });
      });
      return describe.siteSpace(params.siteSpaceId);
    });
  },
);
