import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { membersByName, namedIn } from '../../domain/named-members.js';
import { changeTeamMembers } from '../../domain/team-members.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { lockTeam } from '../../tables/team.js';

export const updateMembersInOrganizationTeam = operation(
  contract.updateMembersInOrganizationTeam,
  async ({ params, body, principal, commit }, identity: Identity) => {
    authorize(principal, 'view', params.organizationId);
    const { add = [], remove = [] } = body;
    const memberships = Object.entries(body.memberships ?? {});
    const named = [
      ...namedIn('add', add),
      ...namedIn('remove', remove),
      ...memberships.map(([name]) => ({ name, list: 'memberships', at: name })),
    ];
    let userIds: string[] = [];
    const done = await commit(async (tx) => {
      const team = await lockTeam(tx, params, principal.userId);
      authorizeTeam(principal, 'admin', team);
      const ids = await membersByName(tx, params.organizationId, named);
      // The later entry of a member counts: `memberships` names the role.
      await changeTeamMembers(tx, team, {
        put: [
          ...add.map((name) => ({ userId: ids.get(name)! })),
          ...memberships.map(([name, { role }]) => ({ userId: ids.get(name)!, role })),
        ],
        remove: remove.map((name) => ids.get(name)!),
      });
      // Those who stay as they are too: this may be the repetition of a call whose change was not forgotten.
      userIds = [...new Set(ids.values())];
    });
    await forgetPrincipals(identity, userIds);
    return done;
  },
);
