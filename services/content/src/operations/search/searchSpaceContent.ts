import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { searchSpace } from '../../domain/search/search.js';
import { authorize } from '../../policies/authorize.js';
import { findSpace } from '../../tables/space.js';

export const searchSpaceContent = operation(
  contract.searchSpaceContent,
  async ({ params, query, principal }, context: Content) => {
    const space = authorize(principal, 'read', await findSpace(context.db, params.spaceId, principal), 'space');
    return searchSpace(space, query, context);
  },
);
