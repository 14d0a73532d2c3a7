import type { Db, Tx } from '@quire/runtime';
import type { Conflict } from '../domain/merge/conflict.js';

export interface ConflictRow extends Omit<Conflict, 'field'> {
  id: string;
  change_request_id: string;
  field: string | null;
  theirs_revision_id: string;
  resolution: 'ours' | 'theirs' | 'document' | null;
}

const columns = 'id, change_request_id, kind, page, field, base, ours, theirs, theirs_revision_id, resolution';

/** Records conflicts; one that arises again replaces what is known of it and is open again. */
export async function insertConflicts(tx: Tx, rows: readonly Omit<ConflictRow, 'resolution'>[]): Promise<void> {
  if (rows.length === 0) return;
  const json = ({ base, ours, theirs, ...row }: Omit<ConflictRow, 'resolution'>) => ({
    ...row,
    base: JSON.stringify(base ?? null),
    ours: JSON.stringify(ours ?? null),
    theirs: JSON.stringify(theirs ?? null),
    resolution: null,
  });
  for (let start = 0; start < rows.length; start += 1_000) {
    await tx('conflicts')
      .insert(rows.slice(start, start + 1_000).map(json))
      .onConflict(['change_request_id', 'id'])
      .merge();
  }
}

export async function findConflict(tx: Tx, changeRequestId: string, id: string): Promise<ConflictRow | undefined> {
  const { rows } = await tx.raw<{ rows: ConflictRow[] }>(
    `SELECT ${columns} FROM conflicts WHERE change_request_id = ? AND id = ?`,
    [changeRequestId, id],
  );
  return rows[0];
}

export async function countOpenConflicts(db: Db, changeRequestId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM conflicts WHERE change_request_id = ? AND resolution IS NULL',
    [changeRequestId],
  );
  return rows[0]!.count;
}

export async function updateConflict(
  tx: Tx,
  changeRequestId: string,
  id: string,
  resolution: ConflictRow['resolution'],
): Promise<void> {
  await tx('conflicts').where({ change_request_id: changeRequestId, id }).update({ resolution });
}

/** The recorded conflicts of a change request by id: `limit + 1` rows after the cursor, and how many in all. */
export async function listConflicts(
  db: Db,
  { changeRequestId, after, limit }: { changeRequestId: string; after: string | undefined; limit: number },
): Promise<{ rows: ConflictRow[]; count: number }> {
  const { rows } = await db.raw<{ rows: ConflictRow[] }>(
    `SELECT ${columns} FROM conflicts WHERE change_request_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [changeRequestId, after ?? '', limit + 1],
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM conflicts WHERE change_request_id = ?',
    [changeRequestId],
  );
  return { rows, count: counted.rows[0]!.count };
}
