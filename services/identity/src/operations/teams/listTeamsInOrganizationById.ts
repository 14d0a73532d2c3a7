import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentTeam } from '../../present/team.js';
import { countTeams, listTeams } from '../../tables/team.js';

export const listTeamsInOrganizationById = operation(
  contract.listTeamsInOrganizationById,
  async ({ params, query, principal }, { db }: Identity) => {
    authorize(principal, 'listTeams', params.organizationId);
    const { limit, page, ...filter } = { ...query, ...params };
    const rows = await listTeams(db, filter, { askerId: principal.userId, after: idCursor(page), limit: limit + 1 });
    return listOf(rows, {
      limit,
      count: await countTeams(db, filter),
      cursor: ({ id }) => [id],
      present: (team) => presentTeam(team, principal),
    });
  },
);
