import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { removeTeam } from '../../domain/teams.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { presentTeam } from '../../present/team.js';
import { findTeamMemberIds } from '../../tables/team-member.js';
import { lockTeam } from '../../tables/team.js';

export const removeTeamFromOrganizationById = operation(
  contract.removeTeamFromOrganizationById,
  async ({ params, principal, ifMatch, commit }, identity: Identity) => {
    authorize(principal, 'view', params.organizationId);
    let members: string[] = [];
    const done = await commit(async (tx) => {
      const team = await lockTeam(tx, params, principal.userId);
      authorizeTeam(principal, 'admin', team);
      ifMatch(presentTeam(team, principal));
      members = await findTeamMemberIds(tx, team.id);
      await removeTeam(tx, team);
    });
    await forgetPrincipals(identity, members);
    return done;
  },
);
