import type { Knex } from 'knex';
import type { Db, Tx } from '../db.js';

const fortnight = 14 * 24 * 60 * 60 * 1_000;
const batch = 1_000;

/** Creates the table `inbox` in the schema of `knex`: for a service's migrations. */
export async function createInboxTable(knex: Knex): Promise<void> {
  await knex.raw(`CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
  )`);
  await knex.raw('CREATE INDEX inbox_handled ON inbox (handled_at)');
}

/**
 * Notes that `tx` handles an event; false when it was handled before.
 * While another transaction handles the same event, this waits for its outcome.
 */
export async function enterInbox(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    'INSERT INTO inbox (consumer, event_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    [consumer, eventId],
  );
  return rowCount === 1;
}

/** Takes back, in the transaction that handles an event, that it was handled: it will be delivered again. */
export async function leaveInbox(tx: Tx, consumer: string, eventId: string): Promise<void> {
  await tx('inbox').where({ consumer, event_id: eventId }).delete();
}

/** Deletes rows of events handled more than 14 days ago, a thousand at a time. */
export async function sweepInbox(db: Db, { olderThanMs = fortnight } = {}): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `DELETE FROM inbox WHERE (consumer, event_id) IN (
         SELECT consumer, event_id FROM inbox WHERE handled_at < now() - ? * interval '1 ms'
         LIMIT ? FOR UPDATE SKIP LOCKED)`,
      [olderThanMs, batch],
    );
    deleted = rowCount;
  }
}

/**
 * Writes what an event says about an aggregate into a projection, unless the projection already holds something newer:
 * events arrive in any order. `row` holds the primary key `key`, all facts, and `sequence`; returns whether it was written.
 *
 * A deletion has to be projected as a row too (say, with `deleted_at`): if the row went, an older event that comes late
 * would bring it back. By hand, the same is
 * `INSERT … ON CONFLICT (id) DO UPDATE SET … WHERE projected.sequence < excluded.sequence`.
 */
export async function project(
  tx: Tx,
  table: string,
  { key, row }: { key: string | readonly string[]; row: { sequence: number } & Record<string, unknown> },
): Promise<boolean> {
  const written: unknown[] = await tx<Record<string, unknown>>(table)
    .insert(row)
    .onConflict(typeof key === 'string' ? [key] : [...key])
    .merge()
    .whereRaw('?? < excluded.sequence', [`${table}.sequence`])
    .returning('sequence');
  return written.length > 0;
}
