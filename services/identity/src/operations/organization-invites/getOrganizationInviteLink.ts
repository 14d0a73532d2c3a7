import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { inviteKeyOf } from '../../domain/invite-links.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentInvite } from '../../present/invite.js';
import { findInvite } from '../../tables/invite.js';

export const getOrganizationInviteLink = operation(
  contract.getOrganizationInviteLink,
  async ({ params, principal }, { db, config }: Identity) => {
    authorize(principal, 'admin', params.organizationId);
    const invite = await findInvite(db, inviteKeyOf(params, config));
    if (!invite) throw notFound('invite');
    return presentInvite(invite, config);
  },
);
