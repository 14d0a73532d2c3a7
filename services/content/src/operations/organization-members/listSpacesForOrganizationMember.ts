import { contract } from '@quire/contract';
import { listOf, notFound, operation, placeCursor } from '@quire/runtime';
import type { Content } from '../../context.js';
import { learnSubjects } from '../../domain/permissions/learn-subjects.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { levelOn, visibleTo } from '../../policies/level.js';
import { presentSpace } from '../../present/space.js';
import { findMembership } from '../../tables/member.js';
import { listSpaces } from '../../tables/space.js';

export const listSpacesForOrganizationMember = operation(
  contract.listSpacesForOrganizationMember,
  async ({ params: { organizationId, userId }, query, principal }, content: Content) => {
    authorizeInOrganization(principal, userId === principal.userId ? 'member' : 'admin', organizationId);
    await learnSubjects(content, organizationId, { users: [userId] });
    const membership = await findMembership(content.db, { organizationId, userId });
    if (!membership) throw notFound('member');
    const member = { userId, organizations: { [organizationId]: membership } };
    const { rows, count } = await listSpaces(content.db, {
      organizationId,
      ...visibleTo(member, organizationId),
      order: query.order,
      after: placeCursor(query.page),
      limit: query.limit,
    });
    return listOf(rows, {
      limit: query.limit,
      count,
      cursor: (row) => [row.order_key, row.id],
      // Who asks is the member or an admin, so the level is right for them too where it is not admin.
      present: (row) => ({
        permission: levelOn(member, row)!,
        space: presentSpace(row, levelOn(principal, row), content.links),
      }),
    });
  },
);
