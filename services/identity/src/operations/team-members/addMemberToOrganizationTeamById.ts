import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { changeTeamMembers } from '../../domain/team-members.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { findMemberIds } from '../../tables/member.js';
import { lockTeam } from '../../tables/team.js';

export const addMemberToOrganizationTeamById = operation(
  contract.addMemberToOrganizationTeamById,
  async ({ params, body, principal, commit }, identity: Identity) => {
    authorize(principal, 'view', params.organizationId);
    const { organizationId, userId } = params;
    const done = await commit(async (tx) => {
      const team = await lockTeam(tx, params, principal.userId);
      authorizeTeam(principal, 'admin', team);
      const [member] = await findMemberIds(tx, organizationId, [userId]);
      if (!member) throw notFound('member');
      await changeTeamMembers(tx, team, { put: [{ userId, role: body.role }] });
    });
    await forgetPrincipals(identity, [userId]);
    return done;
  },
);
