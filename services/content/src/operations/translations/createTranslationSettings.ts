import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentTranslationSettings } from '../../present/translation-settings.js';
import { insertTranslationSettings } from '../../tables/translation-settings.js';

export const createTranslationSettings = operation(
  contract.createTranslationSettings,
  async ({ params: { organizationId }, body, principal, commit }, { links }: Content) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    const { title, languages = [] } = body;
    return commit(async (tx) => {
      const row = await insertTranslationSettings(tx, {
        id: newId(),
        organization_id: organizationId,
        title,
        languages,
      });
      return presentTranslationSettings(row, roleIn(principal, organizationId), links);
    });
  },
);
