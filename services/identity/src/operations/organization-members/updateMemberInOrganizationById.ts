import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { changeMember, turnOfMember } from '../../domain/members.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentMember } from '../../present/member.js';

export const updateMemberInOrganizationById = operation(
  contract.updateMemberInOrganizationById,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    const { PUBLIC_URL } = identity.config;
    authorize(principal, 'admin', params.organizationId);
    const done = await commit(async (tx) => {
      const { member, version } = await turnOfMember(tx, params);
      if (!member) throw notFound('member');
      ifMatch(presentMember(member, PUBLIC_URL));
      return presentMember(await changeMember(tx, member, body, version), PUBLIC_URL);
    });
    await forgetPrincipals(identity, [params.userId]);
    return done;
  },
);
