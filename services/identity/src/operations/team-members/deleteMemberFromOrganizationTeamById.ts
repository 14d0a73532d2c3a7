import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { changeTeamMembers } from '../../domain/team-members.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { lockTeam } from '../../tables/team.js';

export const deleteMemberFromOrganizationTeamById = operation(
  contract.deleteMemberFromOrganizationTeamById,
  async ({ params, principal, commit }, identity: Identity) => {
    authorize(principal, 'view', params.organizationId);
    const done = await commit(async (tx) => {
      const team = await lockTeam(tx, params, principal.userId);
      authorizeTeam(principal, 'admin', team);
      const removed = await changeTeamMembers(tx, team, { remove: [params.userId] });
      if (removed.length === 0) throw notFound('member of the team');
    });
    await forgetPrincipals(identity, [params.userId]);
    return done;
  },
);
