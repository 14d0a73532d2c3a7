import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { inviteKeyOf } from '../../domain/invite-links.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentInvite } from '../../present/invite.js';
import { lockInvite, updateInviteRole } from '../../tables/invite.js';

export const updateOrganizationInviteById = operation(
  contract.updateOrganizationInviteById,
  async ({ params, body, principal, ifMatch, commit }, { config }: Identity) => {
    authorize(principal, 'admin', params.organizationId);
    const key = inviteKeyOf(params, config);
    return commit(async (tx) => {
      const before = await lockInvite(tx, key);
      if (!before) throw notFound('invite');
      ifMatch(presentInvite(before, config));
      await updateInviteRole(tx, key.id, body.role);
      return presentInvite({ ...before, role: body.role }, config);
    });
  },
);
