import type { CustomFieldValue } from '@quire/contract';
import { type FailureDetail, invalid } from '@quire/runtime';
import type { CustomFieldRow } from '../../tables/custom-field.js';
import { checkValue } from './check-value.js';

/**
 * Turns values by field name into values by field id, null for those to be unset. Throws `invalid` that names every value
 * that does not fit its field, and every name that is no field's.
 */
export function resolveValues(
  fields: readonly Pick<CustomFieldRow, 'id' | 'name' | 'type' | 'options'>[],
  values: ReadonlyMap<string, { value?: CustomFieldValue | null | undefined }>,
): Map<string, CustomFieldValue | null> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byId = new Map<string, CustomFieldValue | null>();
  const details: FailureDetail[] = [];
  for (const [name, { value = null }] of values) {
    const field = byName.get(name);
    const path = `body.values.${name}`;
    if (!field) details.push({ path, message: 'is no custom field of the organization' });
    else if (value !== null) details.push(...checkValue(field, value, `${path}.value`));
    if (field) byId.set(field.id, value);
  }
  if (details.length > 0) throw invalid(details);
  return byId;
}
