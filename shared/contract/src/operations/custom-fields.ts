import {
  CustomField,
  CustomFieldCreate,
  CustomFieldUpdate,
  CustomFieldValues,
  CustomFieldValuesUpdate,
} from '../schemas/custom-field.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('custom-fields', 'content');

export const getSpaceCustomFields = operation({
  operationId: 'getSpaceCustomFields',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/custom-fields',
  summary: 'Read the custom field values of a space',
  success: 200,
  response: CustomFieldValues,
});

export const updateSpaceCustomFields = operation({
  operationId: 'updateSpaceCustomFields',
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/custom-fields',
  summary: 'Set custom field values of a space',
  body: CustomFieldValuesUpdate,
  success: 204,
});

export const listOrganizationCustomFields = operation({
  operationId: 'listOrganizationCustomFields',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/custom-fields',
  summary: 'List the custom fields of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(CustomField),
});

export const createOrganizationCustomField = operation({
  operationId: 'createOrganizationCustomField',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/custom-fields',
  summary: 'Add a custom field',
  body: CustomFieldCreate,
  success: 201,
  response: CustomField,
});

export const getOrganizationCustomFieldByName = operation({
  operationId: 'getOrganizationCustomFieldByName',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  summary: 'Read a custom field',
  success: 200,
  response: CustomField,
});

export const deleteOrganizationCustomField = operation({
  operationId: 'deleteOrganizationCustomField',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  summary: 'Remove a custom field',
  success: 204,
});

export const updateOrganizationCustomField = operation({
  operationId: 'updateOrganizationCustomField',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/custom-fields/{fieldName}',
  summary: 'Change a custom field',
  body: CustomFieldUpdate,
  success: 200,
  response: CustomField,
});
