import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomField } from '../../present/custom-field.js';
import { deleteCustomField, lockCustomField } from '../../tables/custom-field.js';

export const deleteOrganizationCustomField = operation(
  contract.deleteOrganizationCustomField,
  async ({ params: { organizationId, fieldName }, principal, ifMatch, commit }, { links }: Content) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    return commit(async (tx) => {
      const row = await lockCustomField(tx, organizationId, fieldName);
      if (!row) throw notFound('custom field');
      ifMatch(presentCustomField(row, roleIn(principal, organizationId), links));
      await deleteCustomField(tx, row.id);
    });
  },
);
