import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { checkOptions } from '../../domain/custom-fields/check-options.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomField } from '../../present/custom-field.js';
import { insertCustomField } from '../../tables/custom-field.js';

export const createOrganizationCustomField = operation(
  contract.createOrganizationCustomField,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    const { name, type, title = name, description = '', placeholder = '', options } = body;
    checkOptions(type, options);
    return commit(async (tx) => {
      const row = await insertCustomField(tx, {
        id: newId(),
        organization_id: organizationId,
        name,
        title,
        description,
        type,
        placeholder,
        options: options ?? null,
      });
      return presentCustomField(row, roleIn(principal, organizationId), links);
    });
  },
);
