import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomFieldValue } from '../../present/custom-field.js';
import { findCustomFieldValues } from '../../tables/custom-field-value.js';
import { findSpace } from '../../tables/space.js';

export const getSpaceCustomFields = operation(
  contract.getSpaceCustomFields,
  async ({ params, principal }, { db, links }: Content) => {
    const space = authorize(principal, 'read', await findSpace(db, params.spaceId, principal), 'space');
    const role = roleIn(principal, space.organization_id);
    const rows = await findCustomFieldValues(db, { organizationId: space.organization_id, spaceId: space.id });
    return rows.map((row) => presentCustomFieldValue(row, role, links));
  },
);
