import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { removeSiteSpaces, requireSiteSpace } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';

export const deleteSiteSpaceById = operation(
  contract.deleteSiteSpaceById,
  async ({ params, principal, ifMatch, commit }, sites: Sites) => {
    authorize(principal, 'edit', params.organizationId);
    return commit((tx) =>
      changeSite(tx, sites, params, async ({ tree }) => {
        const siteSpace = requireSiteSpace(tree, params.siteSpaceId);
        ifMatch(await describer(tx, sites, { site: params, principal }).siteSpace(siteSpace.id));
        await removeSiteSpaces(tx, [siteSpace]);
      }),
    );
  },
);
