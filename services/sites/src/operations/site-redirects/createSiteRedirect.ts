import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { lockWholeSite } from '../../domain/change-site.js';
import { addRedirect } from '../../domain/redirects.js';
import { authorize } from '../../policies/site.js';
import { presentRedirect } from '../../present/redirect.js';
import type { Sites } from '../../sites.js';

export const createSiteRedirect = operation(
  contract.createSiteRedirect,
  async ({ params, body, principal, commit, location }, { clock, publicUrl }: Sites) => {
    const { organizationId, siteId } = params;
    authorize(principal, 'edit', organizationId);
    return commit(async (tx) => {
      const whole = await lockWholeSite(tx, params);
      if (!whole) throw notFound('site');
      const row = await addRedirect(tx, { siteId, tree: whole.tree }, { ...body, now: clock() });
      location(`${publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/redirects/${row.id}`);
      return presentRedirect(row);
    });
  },
);
