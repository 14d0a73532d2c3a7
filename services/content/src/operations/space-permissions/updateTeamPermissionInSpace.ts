import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { changeGrant } from '../../domain/permissions/grant.js';
import { lockSpaceInTree } from '../../domain/tree/lock-item.js';

export const updateTeamPermissionInSpace = operation(
  contract.updateTeamPermissionInSpace,
  async ({ params, body, principal, commit }, _content: Content) =>
    commit(async (tx) => {
      const space = await lockSpaceInTree(tx, params.spaceId, { principal, needed: 'admin' });
      const object = { kind: 'space', id: space.id, organizationId: space.organization_id } as const;
      await changeGrant(tx, object, { kind: 'team', subjectId: params.teamId, role: body.role });
    }),
);
