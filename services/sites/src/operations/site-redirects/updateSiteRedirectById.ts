import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { lockWholeSite } from '../../domain/change-site.js';
import { changeRedirect } from '../../domain/redirects.js';
import { authorize } from '../../policies/site.js';
import { presentRedirect } from '../../present/redirect.js';
import { findRedirect } from '../../tables/redirect.js';

export const updateSiteRedirectById = operation(
  contract.updateSiteRedirectById,
  async ({ params, body, principal, ifMatch, commit }) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      const whole = await lockWholeSite(tx, params);
      if (!whole) throw notFound('site');
      const row = await findRedirect(tx, params.siteId, params.siteRedirectId);
      if (!row) throw notFound('redirect');
      ifMatch(presentRedirect(row));
      return presentRedirect(await changeRedirect(tx, { row, tree: whole.tree }, body));
    });
  },
);
