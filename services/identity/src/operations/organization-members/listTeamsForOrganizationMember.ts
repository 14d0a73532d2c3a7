import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorizeMember } from '../../policies/member.js';
import { presentMemberTeam } from '../../present/team.js';
import { findMember } from '../../tables/member.js';
import { countTeamsOfMember, listTeamsOfMember } from '../../tables/team-member.js';

export const listTeamsForOrganizationMember = operation(
  contract.listTeamsForOrganizationMember,
  async ({ params, query, principal }, { db }: Identity) => {
    authorizeMember(principal, 'listTeams', params);
    if (!(await findMember(db, params))) throw notFound('member');
    const { limit, page, ...filter } = { ...query, ...params };
    const askerId = principal.userId;
    return listOf(await listTeamsOfMember(db, filter, { askerId, after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countTeamsOfMember(db, filter),
      cursor: ({ id }) => [id],
      present: (team) => presentMemberTeam(team, principal),
    });
  },
);
