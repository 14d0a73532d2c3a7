import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomField } from '../../present/custom-field.js';
import { findCustomField } from '../../tables/custom-field.js';

export const getOrganizationCustomFieldByName = operation(
  contract.getOrganizationCustomFieldByName,
  async ({ params: { organizationId, fieldName }, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const row = await findCustomField(db, organizationId, fieldName);
    if (!row) throw notFound('custom field');
    return presentCustomField(row, roleIn(principal, organizationId), links);
  },
);
