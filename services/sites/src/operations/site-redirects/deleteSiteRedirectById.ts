import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { authorize } from '../../policies/site.js';
import { presentRedirect } from '../../present/redirect.js';
import { deleteRedirect, findRedirect } from '../../tables/redirect.js';
import { lockSite } from '../../tables/site.js';

export const deleteSiteRedirectById = operation(
  contract.deleteSiteRedirectById,
  async ({ params, principal, ifMatch, commit }) => {
    authorize(principal, 'edit', params.organizationId);
    return commit(async (tx) => {
      if (!(await lockSite(tx, params))) throw notFound('site');
      const row = await findRedirect(tx, params.siteId, params.siteRedirectId);
      if (!row) throw notFound('redirect');
      ifMatch(presentRedirect(row));
      await deleteRedirect(tx, row.id);
    });
  },
);
