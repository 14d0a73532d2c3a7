import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { moveSiteSpace as move, requireSiteSpace } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const moveSiteSpace = operation(
  contract.moveSiteSpace,
  async ({ params, body: { position }, principal, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    const destination = { before: position?.before?.siteSpace, after: position?.after?.siteSpace };
    return commit(async (tx) => {
      await changeSite(tx, sites, params, ({ tree }) =>
        move(tx, tree, requireSiteSpace(tree, params.siteSpaceId), destination),
      );
      return describer(tx, sites, { site: params, principal }).siteSpace(params.siteSpaceId);
    });
  },
);
