import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentTranslationSettings } from '../../present/translation-settings.js';
import * as table from '../../tables/translation-settings.js';

export const updateTranslationSettings = operation(
  contract.updateTranslationSettings,
  async (
    { params: { organizationId, translationSettingsId }, body, principal, ifMatch, commit },
    { links }: Content,
  ) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    const role = roleIn(principal, organizationId);
    return commit(async (tx) => {
      const row = await table.lockTranslationSettings(tx, organizationId, translationSettingsId);
      if (!row) throw notFound('translation settings');
      ifMatch(presentTranslationSettings(row, role, links));
      const { title, languages = [] } = body;
      return presentTranslationSettings(
        await table.updateTranslationSettings(tx, row.id, { title, languages }),
        role,
        links,
      );
    });
  },
);
