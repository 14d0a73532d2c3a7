import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { removeMember, turnOfMember } from '../../domain/members.js';
import type { Identity } from '../../identity.js';
import { authorizeMember } from '../../policies/member.js';
import { presentMember } from '../../present/member.js';

export const removeMemberFromOrganizationById = operation(
  contract.removeMemberFromOrganizationById,
  async ({ params, principal, ifMatch, commit }, identity: Identity) => {
    authorizeMember(principal, 'admin', params);
    const done = await commit(async (tx) => {
      const { member, version } = await turnOfMember(tx, params);
      if (!member) throw notFound('member');
      ifMatch(presentMember(member, identity.config.PUBLIC_URL));
      await removeMember(tx, member, version);
    });
    await forgetPrincipals(identity, [params.userId]);
    return done;
  },
);
