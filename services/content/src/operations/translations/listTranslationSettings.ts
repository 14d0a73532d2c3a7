import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentTranslationSettings } from '../../present/translation-settings.js';
import * as table from '../../tables/translation-settings.js';

export const listTranslationSettings = operation(
  contract.listTranslationSettings,
  async ({ params: { organizationId }, query: { page, limit }, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const { rows, count } = await table.listTranslationSettings(db, { organizationId, after: idCursor(page), limit });
    return listOf(rows, {
      limit,
      count,
      cursor: (row) => [row.id],
      present: (row) => presentTranslationSettings(row, roleIn(principal, organizationId), links),
    });
  },
);
