import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { renameTeam } from '../../domain/teams.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { presentTeam } from '../../present/team.js';
import { lockTeam } from '../../tables/team.js';

export const updateTeamInOrganizationById = operation(
  contract.updateTeamInOrganizationById,
  async ({ params, body, principal, ifMatch, commit }) => {
    authorize(principal, 'view', params.organizationId);
    return commit(async (tx) => {
      const team = await lockTeam(tx, params, principal.userId);
      authorizeTeam(principal, 'admin', team);
      ifMatch(presentTeam(team, principal));
      return presentTeam(await renameTeam(tx, team, body.title), principal);
    });
  },
);
