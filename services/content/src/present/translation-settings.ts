import type { TranslationSettings } from '@quire/contract';
import { type Role, atLeast } from '@quire/runtime';
import type { TranslationSettingsRow } from '../tables/translation-settings.js';
import type { Links } from './links.js';

/** `role` is the caller's role in the organization. */
export function presentTranslationSettings(
  row: TranslationSettingsRow,
  role: Role | null,
  links: Links,
): TranslationSettings {
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: row.languages,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    permissions: { view: atLeast(role, 'read'), edit: atLeast(role, 'admin') },
    urls: { location: links.location(`orgs/${row.organization_id}/translations/${row.id}`) },
  };
}
