import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { resolveValues } from '../../domain/custom-fields/resolve-values.js';
import { authorize } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentCustomFieldValue } from '../../present/custom-field.js';
import { holdCustomFields } from '../../tables/custom-field.js';
import { findCustomFieldValues, writeCustomFieldValues } from '../../tables/custom-field-value.js';
import { lockSpace } from '../../tables/space.js';

export const updateSpaceCustomFields = operation(
  contract.updateSpaceCustomFields,
  async ({ params, body, principal, ifMatch, commit }, { links }: Content) =>
    commit(async (tx) => {
      const space = authorize(principal, 'edit', await lockSpace(tx, params.spaceId, principal), 'space');
      const organizationId = space.organization_id;
      const fields = await holdCustomFields(tx, organizationId, [...body.values.keys()]);
      const role = roleIn(principal, organizationId);
      const held = await findCustomFieldValues(tx, { organizationId, spaceId: space.id });
      ifMatch(held.map((row) => presentCustomFieldValue(row, role, links)));
      await writeCustomFieldValues(tx, space.id, resolveValues(fields, body.values));
    }),
);
