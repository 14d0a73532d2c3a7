import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { searchOrganization } from '../../domain/search/search.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { visibleTo } from '../../policies/level.js';

export const searchOrganizationContent = operation(
  contract.searchOrganizationContent,
  async ({ params: { organizationId }, query, principal }, context: Content) => {
    authorizeInOrganization(principal, 'member', organizationId);
    return searchOrganization({ organizationId, ...visibleTo(principal, organizationId) }, query, context);
  },
);
