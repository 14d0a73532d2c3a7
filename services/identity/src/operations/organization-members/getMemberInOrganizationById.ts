import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorizeMember } from '../../policies/member.js';
import { presentMember } from '../../present/member.js';
import { findMember } from '../../tables/member.js';

export const getMemberInOrganizationById = operation(
  contract.getMemberInOrganizationById,
  async ({ params, principal }, { db, config }: Identity) => {
    authorizeMember(principal, 'listMembers', params);
    const member = await findMember(db, params);
    if (!member) throw notFound('member');
    return presentMember(member, config.PUBLIC_URL);
  },
);
