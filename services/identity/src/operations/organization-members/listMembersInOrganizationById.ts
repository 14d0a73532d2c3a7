import { contract } from '@quire/contract';
import { listOf, operation } from '@quire/runtime';
import { afterMember, memberCursor } from '../../domain/member-order.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentMember } from '../../present/member.js';
import { countMembers, listMembers } from '../../tables/member.js';

export const listMembersInOrganizationById = operation(
  contract.listMembersInOrganizationById,
  async ({ params, query, principal }, { db, config }: Identity) => {
    authorize(principal, 'listMembers', params.organizationId);
    const { order, limit, page, ...filter } = { ...query, ...params };
    const rows = await listMembers(db, filter, { order, after: afterMember(page, filter.sort), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countMembers(db, filter),
      cursor: (member) => memberCursor(member, filter.sort),
      present: (member) => presentMember(member, config.PUBLIC_URL),
    });
  },
);
