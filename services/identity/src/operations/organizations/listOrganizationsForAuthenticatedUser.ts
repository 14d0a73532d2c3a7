import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { viewerOf } from '../../domain/organization-viewer.js';
import type { Identity } from '../../identity.js';
import { presentOrganization } from '../../present/organization.js';
import { listOrganizations } from '../../tables/organization.js';

export const listOrganizationsForAuthenticatedUser = operation(
  contract.listOrganizationsForAuthenticatedUser,
  async ({ query, principal }, identity: Identity) => {
    const { limit } = query;
    const own = Object.keys({ ...principal.organizations, ...principal.signOn });
    const rows = await listOrganizations(identity.db, own, { after: idCursor(query.page), limit: limit + 1 });
    const viewer = await viewerOf(principal, identity);
    return listOf(rows, {
      limit,
      count: own.length,
      cursor: ({ id }) => [id],
      present: (organization) => presentOrganization(organization, viewer),
    });
  },
);
