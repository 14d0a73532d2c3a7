import type { Db, Tx } from '@quire/runtime';

export interface RevisionRow {
  id: string;
  space_id: string;
  change_request_id: string | null;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  /** Root of the page map as people wrote it. */
  pages: string;
  /** Root of the page map that readers see: the same, with what computed pages are made into. */
  shown: string;
  /** Ids of the computed pages. */
  computed: string[];
  /** Root of the file map. */
  files: string;
  parents: string[];
  created_by: string;
  created_at: Date;
}

const columns =
  'id, space_id, change_request_id, type, pages, coalesce(shown, pages) AS shown, computed, files, parents, created_by, created_at';

export async function findRevision(db: Db, id: string): Promise<RevisionRow | undefined> {
  const { rows } = await db.raw<{ rows: RevisionRow[] }>(`SELECT ${columns} FROM revisions WHERE id = ?`, [id]);
  return rows[0];
}

export async function findRevisions(db: Db, ids: readonly string[]): Promise<RevisionRow[]> {
  const { rows } = await db.raw<{ rows: RevisionRow[] }>(`SELECT ${columns} FROM revisions WHERE id = ANY (?)`, [
    [...ids],
  ]);
  return rows;
}

/** A revision that is known to exist, because a foreign key says so. */
export async function needRevision(db: Db, id: string): Promise<RevisionRow> {
  const row = await findRevision(db, id);
  if (!row) throw new Error(`revision ${id} is not stored`);
  return row;
}

export async function insertRevision(
  tx: Tx,
  row: Omit<RevisionRow, 'created_at'> & { standalone?: boolean },
): Promise<void> {
  await tx('revisions').insert({ ...row, shown: row.shown === row.pages ? null : row.shown });
}

/** The history of a space's main content, newest first: `limit + 1` rows before the cursor, and how many in all. */
export async function listRevisions(
  db: Db,
  { spaceId, before, limit }: { spaceId: string; before: string | undefined; limit: number },
): Promise<{ rows: RevisionRow[]; count: number }> {
  const ofMain = 'space_id = :spaceId AND change_request_id IS NULL AND NOT standalone';
  const { rows } = await db.raw<{ rows: RevisionRow[] }>(
    `SELECT ${columns} FROM revisions WHERE ${ofMain} ${before === undefined ? '' : 'AND id < :before'} ORDER BY id DESC LIMIT :limit`,
    { spaceId, limit: limit + 1, ...(before === undefined ? {} : { before }) },
  );
  const counted = await db.raw<{ rows: { count: number }[] }>(`SELECT count(*)::int FROM revisions WHERE ${ofMain}`, {
    spaceId,
  });
  return { rows, count: counted.rows[0]!.count };
}
