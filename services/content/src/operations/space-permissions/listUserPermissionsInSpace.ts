import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { listUserPermissions } from '../../domain/permissions/list-holders.js';
import { authorizeHolders } from '../../policies/holders.js';
import { findSpace } from '../../tables/space.js';

export const listUserPermissionsInSpace = operation(
  contract.listUserPermissionsInSpace,
  async ({ params, query, principal }, content: Content) => {
    const space = authorizeHolders(principal, await findSpace(content.db, params.spaceId, principal), 'space');
    return listUserPermissions(space.id, query, content);
  },
);
