import type { Db, IdempotencyClaim, Principal, Tx } from '@quire/runtime';

/** An import that somebody works on. */
export interface ImportRow {
  id: string;
  space_id: string;
  /** Its id or number. */
  change_request_id: string | null;
  source: string;
  url: string;
  caller_kind: Principal['kind'];
  token_id: string;
  claim: StoredClaim | null;
  /** How often it was begun. */
  attempts: number;
  created_at: Date;
}

/** A claim as JSON: its hash in base64. */
export type StoredClaim = Omit<IdempotencyClaim, 'requestHash'> & { requestHash: string };

const columns = [
  'id',
  'space_id',
  'change_request_id',
  'source',
  'url',
  'caller_kind',
  'token_id',
  'claim',
  'attempts',
  'created_at',
] as const;

export async function insertImport(db: Db, { claim, ...row }: ImportRow & { leased_until: Date }): Promise<void> {
  await db('imports').insert({ ...row, claim: claim && JSON.stringify(claim) });
}

/** Keeps an import for whoever works on it; waits for nobody who lands it at the moment. */
export async function keepImport(db: Db, id: string, until: Date): Promise<void> {
  await db.raw(
    'UPDATE imports SET leased_until = ? WHERE id = (SELECT id FROM imports WHERE id = ? FOR UPDATE SKIP LOCKED)',
    [until, id],
  );
}

/** Leaves an import to whoever takes it after a time, as if it had not been begun this once. */
export async function leaveImport(db: Db, id: string, until: Date): Promise<void> {
  await db('imports')
    .where({ id })
    .update({ leased_until: until, attempts: db.raw('attempts - 1') });
}

/** Ends an import; false when somebody else has. Who is about to land it is waited for. */
export async function deleteImport(db: Db | Tx, id: string): Promise<boolean> {
  return (await db('imports').where({ id }).delete()) > 0;
}

/** Takes an import on until a time that nobody works on any more, and that is not among `own`. */
export async function takeImport(
  db: Db,
  { now, until, own }: { now: Date; until: Date; own: readonly string[] },
): Promise<ImportRow | undefined> {
  const { rows } = await db.raw<{ rows: ImportRow[] }>(
    `UPDATE imports SET leased_until = :until, attempts = attempts + 1
     WHERE id = (SELECT id FROM imports WHERE leased_until <= :now AND id <> ALL (:own)
                 ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns.join(', ')}`,
    { now, until, own: [...own] },
  );
  return rows[0];
}

/** Gives imports up that were begun so often, or so long ago, and nobody works on any more. */
export async function dropImports(
  db: Db,
  limits: { now: Date; attempts: number; before: Date; own: readonly string[] },
): Promise<ImportRow[]> {
  const { rows } = await db.raw<{ rows: ImportRow[] }>(
    `DELETE FROM imports
     WHERE id IN (SELECT id FROM imports WHERE leased_until <= :now AND id <> ALL (:own)
                    AND (attempts >= :attempts OR created_at <= :before) FOR UPDATE SKIP LOCKED)
     RETURNING ${columns.join(', ')}`,
    { ...limits, own: [...limits.own] },
  );
  return rows;
}
