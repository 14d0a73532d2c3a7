import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { membersByName, namedIn } from '../../domain/named-members.js';
import { changeTeamMembers } from '../../domain/team-members.js';
import { createTeam } from '../../domain/teams.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentTeam } from '../../present/team.js';
import { findTeam } from '../../tables/team.js';

export const createOrganizationTeam = operation(
  contract.createOrganizationTeam,
  async ({ params, body, principal, commit, location }, identity: Identity) => {
    const { organizationId } = params;
    authorize(principal, 'admin', organizationId);
    let joined: string[] = [];
    const done = await commit(async (tx) => {
      const team = await createTeam(tx, { organizationId, title: body.title, now: identity.clock() });
      const ids = await membersByName(tx, organizationId, namedIn('members', body.members));
      joined = await changeTeamMembers(tx, team, { put: [...ids.values()].map((userId) => ({ userId })) });
      location(`${identity.config.PUBLIC_URL}/v1/orgs/${organizationId}/teams/${team.id}`);
      return presentTeam((await findTeam(tx, { organizationId, teamId: team.id }, principal.userId))!, principal);
    });
    await forgetPrincipals(identity, joined);
    return done;
  },
);
