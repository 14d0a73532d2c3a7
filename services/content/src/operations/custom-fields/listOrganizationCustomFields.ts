import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomField } from '../../present/custom-field.js';
import { listCustomFields } from '../../tables/custom-field.js';

export const listOrganizationCustomFields = operation(
  contract.listOrganizationCustomFields,
  async ({ params: { organizationId }, query: { page, limit }, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const { rows, count } = await listCustomFields(db, { organizationId, after: idCursor(page), limit });
    return listOf(rows, {
      limit,
      count,
      cursor: (row) => [row.id],
      present: (row) => presentCustomField(row, roleIn(principal, organizationId), links),
    });
  },
);
