import type { CustomFieldValue } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { CustomFieldRow } from './custom-field.js';

export interface CustomFieldValueRow extends CustomFieldRow {
  /** Null when the space holds none. */
  value: CustomFieldValue | null;
}

/** All custom fields of an organization, with what one of its spaces holds for them. */
export async function findCustomFieldValues(
  db: Db,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<CustomFieldValueRow[]> {
  const { rows } = await db.raw<{ rows: CustomFieldValueRow[] }>(
    `SELECT f.id, f.organization_id, f.name, f.title, f.description, f.type, f.placeholder, f.options, f.created_at,
       f.updated_at, v.value
     FROM custom_fields f LEFT JOIN custom_field_values v ON v.field_id = f.id AND v.space_id = ?
     WHERE f.organization_id = ? ORDER BY f.id`,
    [spaceId, organizationId],
  );
  return rows;
}

/** Sets the values of a space by the id of the field; null unsets. */
export async function writeCustomFieldValues(
  tx: Tx,
  spaceId: string,
  values: ReadonlyMap<string, CustomFieldValue | null>,
): Promise<void> {
  const set = [...values].filter(([, value]) => value !== null);
  const unset = [...values].filter(([, value]) => value === null);
  if (set.length > 0) {
    await tx.raw(
      `INSERT INTO custom_field_values (space_id, field_id, value)
       SELECT ?, * FROM unnest(?::text[], ?::jsonb[])
       ON CONFLICT (space_id, field_id) DO UPDATE SET value = excluded.value`,
      [spaceId, set.map(([id]) => id), set.map(([, value]) => JSON.stringify(value))],
    );
  }
  if (unset.length > 0) {
    await tx.raw('DELETE FROM custom_field_values WHERE space_id = ? AND field_id = ANY (?)', [
      spaceId,
      unset.map(([id]) => id),
    ]);
  }
}
