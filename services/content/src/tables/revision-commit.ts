import type { Db, Tx } from '@quire/runtime';

/** The commit that a revision was made of, or written to. */
export interface RevisionCommitRow {
  revision_id: string;
  oid: string;
  message: string;
  created_by_service: boolean;
  url: string | null;
  ref: string | null;
}

const columns = ['revision_id', 'oid', 'message', 'created_by_service', 'url', 'ref'] as const;

export async function findRevisionCommits(
  db: Db,
  revisionIds: readonly string[],
): Promise<Map<string, RevisionCommitRow>> {
  const rows: RevisionCommitRow[] = await db('revision_commits')
    .whereRaw('revision_id = ANY (?)', [[...revisionIds]])
    .select(columns);
  return new Map(rows.map((row) => [row.revision_id, row]));
}

/** Notes a revision's commit; the latest one counts. */
export async function upsertRevisionCommit(tx: Tx, row: RevisionCommitRow): Promise<void> {
  await tx('revision_commits').insert(row).onConflict('revision_id').merge();
}
