import type { Db, Tx } from '@quire/runtime';

/** The last sync of a space, or the one that runs. */
export interface GitOperationRow {
  id: string;
  direction: 'import' | 'export';
  state: 'running' | 'failure' | 'success';
  error: string | null;
  started_at: Date;
  ended_at: Date | null;
}

const columns = ['id', 'direction', 'state', 'error', 'started_at', 'ended_at'] as const;

export async function findGitOperation(db: Db, spaceId: string): Promise<GitOperationRow | undefined> {
  return db('git_operations').where({ space_id: spaceId }).first(columns);
}

/** Begins a sync; false while another one of the space runs. One whose lease is over died with its process. */
export async function beginGitOperation(
  tx: Tx,
  {
    spaceId,
    id,
    direction,
    now,
    leaseMs,
  }: {
    spaceId: string;
    id: string;
    direction: GitOperationRow['direction'];
    now: Date;
    leaseMs: number;
  },
): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `INSERT INTO git_operations (space_id, id, direction, state, started_at, leased_until)
     VALUES (:spaceId, :id, :direction, 'running', :now, :until)
     ON CONFLICT (space_id) DO UPDATE SET id = excluded.id, direction = excluded.direction, state = 'running', error = NULL,
       started_at = excluded.started_at, ended_at = NULL, leased_until = excluded.leased_until
     WHERE git_operations.state <> 'running' OR git_operations.leased_until < :now
     RETURNING id`,
    { spaceId, id, direction, now, until: new Date(now.getTime() + leaseMs) },
  );
  return rows.length > 0;
}

/** Ends a sync, unless another one has taken its place. */
export async function endGitOperation(
  tx: Tx,
  { spaceId, id, error, now }: { spaceId: string; id: string; error: string | null; now: Date },
): Promise<void> {
  await tx('git_operations')
    .where({ space_id: spaceId, id })
    .update({ state: error === null ? 'success' : 'failure', error, ended_at: now });
}

/** Whether a sync of one of the spaces runs. */
export async function isSyncing(db: Db, spaceIds: readonly string[]): Promise<boolean> {
  const row: unknown = await db('git_operations')
    .whereRaw("space_id = ANY (?) AND state = 'running' AND leased_until > now()", [[...spaceIds]])
    .first(db.raw('1'));
  return row !== undefined;
}
