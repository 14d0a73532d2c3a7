import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { TranslationSettings, TranslationSettingsInput } from '../schemas/translation-settings.js';
import { operationsOf } from './define.js';

const operation = operationsOf('translations', 'content');

export const listTranslationSettings = operation({
  operationId: 'listTranslationSettings',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations',
  summary: 'List the translation settings of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(TranslationSettings),
});

export const createTranslationSettings = operation({
  operationId: 'createTranslationSettings',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/translations',
  summary: 'Add translation settings',
  body: TranslationSettingsInput,
  success: 201,
  response: TranslationSettings,
});

export const getTranslationSettings = operation({
  operationId: 'getTranslationSettings',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  summary: 'Read translation settings',
  success: 200,
  response: TranslationSettings,
});

export const updateTranslationSettings = operation({
  operationId: 'updateTranslationSettings',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  summary: 'Replace translation settings',
  body: TranslationSettingsInput,
  success: 200,
  response: TranslationSettings,
});

export const deleteTranslationSettings = operation({
  operationId: 'deleteTranslationSettings',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
  summary: 'Remove translation settings',
  success: 205,
});
