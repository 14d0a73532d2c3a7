import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentInvite } from '../../present/invite.js';
import { countInvites, listInvites } from '../../tables/invite.js';

export const listOrganizationInviteLinks = operation(
  contract.listOrganizationInviteLinks,
  async ({ params: { organizationId }, query, principal }, { db, config }: Identity) => {
    authorize(principal, 'admin', organizationId);
    const { limit } = query;
    const rows = await listInvites(db, organizationId, { after: idCursor(query.page), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countInvites(db, organizationId),
      cursor: ({ id }) => [id],
      present: (invite) => presentInvite(invite, config),
    });
  },
);
