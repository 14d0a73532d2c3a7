import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { presentTeamMember } from '../../present/team.js';
import { listTeamMembers } from '../../tables/team-member.js';
import { findTeam } from '../../tables/team.js';

export const listTeamMembersInOrganizationById = operation(
  contract.listTeamMembersInOrganizationById,
  async ({ params, query, principal }, { db, config }: Identity) => {
    authorize(principal, 'view', params.organizationId);
    const team = await findTeam(db, params, principal.userId);
    authorizeTeam(principal, 'view', team);
    const { limit, page } = query;
    return listOf(await listTeamMembers(db, team.id, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: team.members,
      cursor: ({ user_id }) => [user_id],
      present: (member) => presentTeamMember(member, { principal, publicUrl: config.PUBLIC_URL }),
    });
  },
);
