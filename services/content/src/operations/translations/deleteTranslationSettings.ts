import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentTranslationSettings } from '../../present/translation-settings.js';
import * as table from '../../tables/translation-settings.js';

export const deleteTranslationSettings = operation(
  contract.deleteTranslationSettings,
  async ({ params: { organizationId, translationSettingsId }, principal, ifMatch, commit }, { links }: Content) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    return commit(async (tx) => {
      const row = await table.lockTranslationSettings(tx, organizationId, translationSettingsId);
      if (!row) throw notFound('translation settings');
      ifMatch(presentTranslationSettings(row, roleIn(principal, organizationId), links));
      await table.deleteTranslationSettings(tx, row.id);
    });
  },
);
