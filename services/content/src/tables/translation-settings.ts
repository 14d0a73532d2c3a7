import type { Language } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';

export interface TranslationSettingsRow {
  id: string;
  organization_id: string;
  title: string;
  languages: Language[];
  created_at: Date;
  updated_at: Date;
}

const columns = 'id, organization_id, title, languages, created_at, updated_at';
const select = `SELECT ${columns} FROM translation_settings`;

export async function findTranslationSettings(
  db: Db,
  organizationId: string,
  id: string,
): Promise<TranslationSettingsRow | undefined> {
  const { rows } = await db.raw<{ rows: TranslationSettingsRow[] }>(`${select} WHERE id = ? AND organization_id = ?`, [
    id,
    organizationId,
  ]);
  return rows[0];
}

/** Reads settings and keeps others from changing them until the transaction ends. */
export async function lockTranslationSettings(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<TranslationSettingsRow | undefined> {
  const { rows } = await tx.raw<{ rows: TranslationSettingsRow[] }>(
    `${select} WHERE id = ? AND organization_id = ? FOR UPDATE`,
    [id, organizationId],
  );
  return rows[0];
}

/** The translation settings of an organization, by id: `limit + 1` rows after the cursor, and how many in all. */
export async function listTranslationSettings(
  db: Db,
  { organizationId, after = '', limit }: { organizationId: string; after: string | undefined; limit: number },
): Promise<{ rows: TranslationSettingsRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: TranslationSettingsRow[] }>(
    `${select} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [organizationId, after, limit + 1],
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM translation_settings WHERE organization_id = ?',
    [organizationId],
  );
  return { rows, count: counted.rows[0]!.count };
}

export async function insertTranslationSettings(
  tx: Tx,
  row: Omit<TranslationSettingsRow, 'created_at' | 'updated_at'>,
): Promise<TranslationSettingsRow> {
  const [inserted] = await tx('translation_settings')
    .insert(row)
    .returning<TranslationSettingsRow[]>(columns.split(', '));
  return inserted!;
}

export async function updateTranslationSettings(
  tx: Tx,
  id: string,
  changes: Pick<TranslationSettingsRow, 'title' | 'languages'>,
): Promise<TranslationSettingsRow> {
  const [updated] = await tx('translation_settings')
    .where({ id })
    .update({ ...changes, updated_at: tx.fn.now() })
    .returning<TranslationSettingsRow[]>(columns.split(', '));
  return updated!;
}

export async function deleteTranslationSettings(tx: Tx, id: string): Promise<void> {
  await tx('translation_settings').where({ id }).delete();
}
