import type { Db, Tx } from '@quire/runtime';

/** How far the sweep is. There is one, whoever works at it. */
export interface SweepRow {
  started_at: Date;
  phase: string;
  /** Where in the phase; '' at its beginning. */
  position: string;
}

/** The sweep that goes on at the moment. */
export async function findSweep(db: Db): Promise<SweepRow | undefined> {
  return db('sweeps').whereNotNull('phase').first('started_at', 'phase', 'position');
}

/** Begins a sweep; false when one goes on, or began after `before`. */
export async function beginSweep(
  tx: Tx,
  { now, before, phase }: { now: Date; before: Date; phase: string },
): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `INSERT INTO sweeps (started_at, phase, position) VALUES (:now, :phase, '')
     ON CONFLICT (only_one) DO UPDATE SET started_at = :now, phase = :phase, position = ''
       WHERE sweeps.phase IS NULL AND sweeps.started_at <= :before
     RETURNING phase`,
    { now, before, phase },
  );
  return rows.length > 0;
}

/** Holds the sweep for one step, unless it is somewhere else by now or in other hands. */
export async function takeSweep(tx: Tx, { phase, position }: SweepRow): Promise<boolean> {
  return (await tx('sweeps').where({ phase, position }).forUpdate().skipLocked().first('phase')) !== undefined;
}

export async function moveSweep(tx: Tx, to: Pick<SweepRow, 'phase' | 'position'>): Promise<void> {
  await tx('sweeps').update(to);
}

export async function endSweep(tx: Tx): Promise<void> {
  await tx.raw('TRUNCATE marks');
  await tx('sweeps').update({ phase: null, position: '' });
}
