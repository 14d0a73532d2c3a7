import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { changeSite } from '../../domain/change-site.js';
import { describer } from '../../domain/describe.js';
import { learnSpaces, requireSpaces } from '../../domain/known-spaces.js';
import { addSpaces } from '../../domain/site-spaces.js';
import { authorize } from '../../policies/site.js';
import type { Sites } from '../../sites.js';
import { findSite } from '../../tables/site.js';

export const addSpaceToSite = operation(
  contract.addSpaceToSite,
  async ({ params, body: { spaceId, sectionId }, principal, commit, location }, sites: Sites) => {
    const { organizationId, siteId } = params;
    authorize(principal, 'edit', organizationId);
    if (!(await findSite(sites.db, params))) throw notFound('site');
    await learnSpaces(sites, [spaceId], organizationId);
    return commit(async (tx) => {
      const spaces = await requireSpaces(tx, [spaceId], { organizationId, principal });
      const [id] = await changeSite(tx, sites, params, (whole) =>
        addSpaces(tx, whole, { spaces, sectionId, now: sites.clock() }),
      );
      location(`${sites.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/site-spaces/${id}`);
      return describer(tx, sites, { site: params, principal }).siteSpace(id!);
    });
  },
);
