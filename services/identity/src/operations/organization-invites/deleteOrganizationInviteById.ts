import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { inviteKeyOf } from '../../domain/invite-links.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentInvite } from '../../present/invite.js';
import { deleteInvite, lockInvite } from '../../tables/invite.js';

export const deleteOrganizationInviteById = operation(
  contract.deleteOrganizationInviteById,
  async ({ params, principal, ifMatch, commit }, { config }: Identity) => {
    authorize(principal, 'admin', params.organizationId);
    const key = inviteKeyOf(params, config);
    return commit(async (tx) => {
      const invite = await lockInvite(tx, key);
      if (!invite) throw notFound('invite');
      ifMatch(presentInvite(invite, config));
      await deleteInvite(tx, key.id);
    });
  },
);
