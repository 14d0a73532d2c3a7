import type { Db, Tx } from '@quire/runtime';

export interface UploadRow {
  id: string;
  organization_id: string;
  name: string;
  content_type: string;
  /** Bytes; int8 comes as text. */
  size: string;
  created_at: Date;
  stored_at: Date | null;
}

export async function insertUpload(
  tx: Tx,
  row: { id: string; organization_id: string; name: string; content_type: string; size: number; created_by: string },
): Promise<void> {
  await tx('uploads').insert(row);
}

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const { rows } = await db.raw<{ rows: UploadRow[] }>(
    'SELECT id, organization_id, name, content_type, size, created_at, stored_at FROM uploads WHERE id = ?',
    [id],
  );
  return rows[0];
}

export async function markStored(db: Db, id: string): Promise<void> {
  await db('uploads').where({ id }).update({ stored_at: db.fn.now() });
}

/** Uploads that nobody needs any more, oldest first. */
export async function findOldUploads(db: Db, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  return db('uploads').where('created_at', '<', before).orderBy('created_at').limit(limit).pluck<string[]>('id');
}

export async function deleteUploads(db: Db, ids: readonly string[]): Promise<void> {
  await db('uploads')
    .whereIn('id', [...ids])
    .delete();
}
