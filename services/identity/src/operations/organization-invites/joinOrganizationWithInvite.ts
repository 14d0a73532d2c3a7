import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { inviteKeyOf } from '../../domain/invite-links.js';
import { addMembers } from '../../domain/members.js';
import type { Identity } from '../../identity.js';
import { authorizeJoin } from '../../policies/invite.js';
import { holdUsableInvite } from '../../tables/invite.js';

export const joinOrganizationWithInvite = operation(
  contract.joinOrganizationWithInvite,
  async ({ params, principal, commit }, identity: Identity) => {
    authorizeJoin(principal, params.organizationId);
    const key = inviteKeyOf(params, identity.config);
    const done = await commit(async (tx) => {
      const invite = await holdUsableInvite(tx, key);
      if (!invite) throw notFound('invite');
      await addMembers(tx, key.organizationId, [{ userId: principal.userId, role: invite.role }], identity.clock());
      return {};
    });
    await forgetPrincipals(identity, [principal.userId]);
    return done;
  },
);
