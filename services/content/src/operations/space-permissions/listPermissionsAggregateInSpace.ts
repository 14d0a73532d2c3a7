import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { listContentAccess } from '../../domain/permissions/list-holders.js';
import { authorizeHolders } from '../../policies/holders.js';
import { findSpace } from '../../tables/space.js';

export const listPermissionsAggregateInSpace = operation(
  contract.listPermissionsAggregateInSpace,
  async ({ params, query, principal }, content: Content) => {
    const space = authorizeHolders(principal, await findSpace(content.db, params.spaceId, principal), 'space');
    return listContentAccess(space, query, content);
  },
);
