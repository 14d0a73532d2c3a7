import type { CustomFieldType } from '@quire/contract';
import { type Db, type Tx, conflict } from '@quire/runtime';

export interface CustomFieldRow {
  id: string;
  organization_id: string;
  name: string;
  title: string;
  description: string;
  type: CustomFieldType;
  placeholder: string;
  /** Null when none were given. */
  options: string[] | null;
  created_at: Date;
  updated_at: Date;
}

const columns = 'id, organization_id, name, title, description, type, placeholder, options, created_at, updated_at';
const select = `SELECT ${columns} FROM custom_fields`;

export async function findCustomField(
  db: Db,
  organizationId: string,
  name: string,
): Promise<CustomFieldRow | undefined> {
  const { rows } = await db.raw<{ rows: CustomFieldRow[] }>(`${select} WHERE organization_id = ? AND name = ?`, [
    organizationId,
    name,
  ]);
  return rows[0];
}

/** Reads a field and keeps others from changing it, or writing values for it, until the transaction ends. */
export async function lockCustomField(
  tx: Tx,
  organizationId: string,
  name: string,
): Promise<CustomFieldRow | undefined> {
  const { rows } = await tx.raw<{ rows: CustomFieldRow[] }>(
    `${select} WHERE organization_id = ? AND name = ? FOR UPDATE`,
    [organizationId, name],
  );
  return rows[0];
}

/** Reads the fields of these names and keeps them as they are until the transaction ends. */
export async function holdCustomFields(
  tx: Tx,
  organizationId: string,
  names: readonly string[],
): Promise<CustomFieldRow[]> {
  const { rows } = await tx.raw<{ rows: CustomFieldRow[] }>(
    `${select} WHERE organization_id = ? AND name = ANY (?) ORDER BY id FOR SHARE`,
    [organizationId, [...names]],
  );
  return rows;
}

/** The fields of an organization, by id: `limit + 1` rows after the cursor, and how many in all. */
export async function listCustomFields(
  db: Db,
  { organizationId, after = '', limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<{ rows: CustomFieldRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: CustomFieldRow[] }>(
    `${select} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [organizationId, after, limit + 1],
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM custom_fields WHERE organization_id = ?',
    [organizationId],
  );
  return { rows, count: counted.rows[0]!.count };
}

export async function insertCustomField(
  tx: Tx,
  row: Omit<CustomFieldRow, 'created_at' | 'updated_at'>,
): Promise<CustomFieldRow> {
  const [inserted] = await tx('custom_fields')
    .insert(row)
    .returning<CustomFieldRow[]>(columns.split(', '))
    .catch(refuseTakenName);
  return inserted!;
}

export async function updateCustomField(
  tx: Tx,
  id: string,
  changes: Partial<Pick<CustomFieldRow, 'title' | 'description' | 'placeholder' | 'options'>>,
): Promise<CustomFieldRow> {
  const [updated] = await tx('custom_fields')
    .where({ id })
    .update({ ...changes, updated_at: tx.fn.now() })
    .returning<CustomFieldRow[]>(columns.split(', '));
  return updated!;
}

/** Removes a field, and what spaces hold for it. */
export async function deleteCustomField(tx: Tx, id: string): Promise<void> {
  await tx('custom_fields').where({ id }).delete();
}

function refuseTakenName(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'custom_fields_name') throw error;
  throw conflict('Another custom field of the organization has this name; choose a different one.');
}
