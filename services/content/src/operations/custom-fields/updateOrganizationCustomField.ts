import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { checkOptions } from '../../domain/custom-fields/check-options.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomField } from '../../present/custom-field.js';
import { lockCustomField, updateCustomField } from '../../tables/custom-field.js';

export const updateOrganizationCustomField = operation(
  contract.updateOrganizationCustomField,
  async ({ params: { organizationId, fieldName }, body, principal, ifMatch, commit }, { links }: Content) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    const role = roleIn(principal, organizationId);
    return commit(async (tx) => {
      const row = await lockCustomField(tx, organizationId, fieldName);
      if (!row) throw notFound('custom field');
      ifMatch(presentCustomField(row, role, links));
      const { title, description, placeholder, options } = body;
      checkOptions(row.type, options);
      return presentCustomField(
        await updateCustomField(tx, row.id, { title, description, placeholder, options }),
        role,
        links,
      );
    });
  },
);
