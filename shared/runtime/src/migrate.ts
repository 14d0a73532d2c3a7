import { type Db, type Tx, transaction } from './db.js';

/** One forward step of a schema. Names are ordered and never change once released. */
export interface Migration {
  name: string;
  up(tx: Tx): Promise<void>;
}

/**
 * Brings the schema of `db` up to date: every migration that is not recorded yet, in order, in one transaction.
 * An advisory lock per schema lets several replicas start at once; all but one find nothing left to do.
 */
export async function migrate(db: Db, migrations: readonly Migration[]): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('quire-migrations-' || current_schema(), 0))`);
    await tx.raw(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = new Set(await tx('migrations').pluck<string[]>('name'));
    for (const migration of migrations) {
      if (done.has(migration.name)) continue;
      await migration.up(tx);
      await tx('migrations').insert({ name: migration.name });
    }
  });
}
