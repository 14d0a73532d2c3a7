import type { CustomField, CustomFieldEntry } from '@quire/contract';
import { type Role, atLeast } from '@quire/runtime';
import type { CustomFieldRow } from '../tables/custom-field.js';
import type { CustomFieldValueRow } from '../tables/custom-field-value.js';
import type { Links } from './links.js';

/** `role` is the caller's role in the organization. */
export function presentCustomField(row: CustomFieldRow, role: Role | null, links: Links): CustomField {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    type: row.type,
    placeholder: row.placeholder,
    ...(row.options === null ? {} : { options: row.options }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: links.location(`orgs/${row.organization_id}/custom-fields/${row.name}`) },
    permissions: { view: atLeast(role, 'read'), edit: atLeast(role, 'admin') },
  };
}

export function presentCustomFieldValue(row: CustomFieldValueRow, role: Role | null, links: Links): CustomFieldEntry {
  return {
    customField: presentCustomField(row, role, links),
    ...(row.value === null ? {} : { value: row.value }),
  };
}
