import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorizeInOrganization } from '../../policies/authorize.js';
import { roleIn } from '../../policies/level.js';
import { presentTranslationSettings } from '../../present/translation-settings.js';
import { findTranslationSettings } from '../../tables/translation-settings.js';

export const getTranslationSettings = operation(
  contract.getTranslationSettings,
  async ({ params: { organizationId, translationSettingsId }, principal }, { db, links }: Content) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const row = await findTranslationSettings(db, organizationId, translationSettingsId);
    if (!row) throw notFound('translation settings');
    return presentTranslationSettings(row, roleIn(principal, organizationId), links);
  },
);
