import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { listTeamPermissions } from '../../domain/permissions/list-holders.js';
import { authorizeHolders } from '../../policies/holders.js';
import { findSpace } from '../../tables/space.js';

export const listTeamPermissionsInSpace = operation(
  contract.listTeamPermissionsInSpace,
  async ({ params, query, principal }, content: Content) => {
    const space = authorizeHolders(principal, await findSpace(content.db, params.spaceId, principal), 'space');
    const object = { id: space.id, organizationId: space.organization_id };
    return listTeamPermissions(object, query, { principal, content });
  },
);
