import type { EventEnvelope } from '@quire/contract';
import { type Db, transaction } from '../db.js';
import { type DeadLetter, longDelayMs, maxDeadLettersListed, maxLostDeliveries } from './bus.js';

/** One claimed row: an event on its way to one consumer. */
export interface Delivery {
  id: string;
  lease: string;
  envelope: EventEnvelope;
  failures: number;
}

/** The SQL of the local bus. */
export interface Deliveries {
  add(rows: readonly { consumer: string; envelope: EventEnvelope }[]): Promise<void>;
  claim(consumer: string, options: { lease: string; leaseMs: number; limit: number }): Promise<Delivery[]>;
  renew(delivery: Delivery, leaseMs: number): Promise<void>;
  finish(delivery: Delivery): Promise<void>;
  fail(delivery: Delivery, outcome: { error: string; failures: number; retryInMs?: number | undefined }): Promise<void>;
  /** Which of `consumers` have something to claim. */
  due(consumers: readonly string[]): Promise<string[]>;
  pending(consumers: readonly string[]): Promise<number>;
  dead(consumer?: string): Promise<DeadLetter[]>;
  replay(consumer: string): Promise<number>;
}

interface DeadRow {
  consumer: string;
  envelope: EventEnvelope;
  error: string;
  failures: number;
  dead_at: Date;
}

/** Creates `schema` and its table unless they exist, and returns the statements on them. */
export async function createDeliveries(db: Db, schema: string): Promise<Deliveries> {
  const table = `${schema}.deliveries`;
  await transaction(db, async (tx) => {
    await tx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`quire-bus-${schema}`]);
    // The role that owns the schema need not be allowed to create any: it then must not even try.
    const { rows } = await tx.raw('SELECT 1 FROM pg_namespace WHERE nspname = ?', [schema]);
    if (rows.length === 0) await tx.raw('CREATE SCHEMA ??', [schema]);
    await tx.raw(
      `CREATE TABLE IF NOT EXISTS ?? (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        consumer text NOT NULL,
        event_id uuid NOT NULL,
        envelope jsonb NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        lease uuid,
        dead_at timestamptz,
        error text,
        UNIQUE (consumer, event_id)
      )`,
      [table],
    );
    await tx.raw('CREATE INDEX IF NOT EXISTS deliveries_due ON ?? (consumer, due_at) WHERE dead_at IS NULL', [table]);
  });

  const deliveries: Deliveries = {
    async add(rows) {
      await db.raw(
        `INSERT INTO ?? (consumer, event_id, envelope)
         SELECT row->>'consumer', (row->'envelope'->>'id')::uuid, row->'envelope' FROM jsonb_array_elements(?::jsonb) row
         ON CONFLICT (consumer, event_id) DO NOTHING`,
        [table, JSON.stringify(rows)],
      );
    },
    async claim(consumer, { lease, leaseMs, limit }) {
      // A row that still has a lease when it is due again was lost with its process.
      const { rows } = await db.raw<{ rows: (Delivery & { lost: number })[] }>(
        `UPDATE ?? SET due_at = now() + ? * interval '1 ms', lease = ?, lost = lost + (lease IS NOT NULL)::int
         WHERE id IN (SELECT id FROM ?? WHERE consumer = ? AND dead_at IS NULL AND due_at <= now()
                      ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED)
         RETURNING id, lease, envelope, failures, lost`,
        [table, leaseMs, lease, table, consumer, limit],
      );
      const given: Delivery[] = [];
      for (const row of rows) {
        if (row.lost < maxLostDeliveries) given.push(row);
        else {
          const failures = row.failures + 1;
          await deliveries.fail(row, { error: `Lost with the process that handled it, ${row.lost} times.`, failures });
        }
      }
      return given;
    },
    async renew({ id, lease }, leaseMs) {
      await db.raw(`UPDATE ?? SET due_at = now() + ? * interval '1 ms' WHERE id = ? AND lease = ?`, [
        table,
        leaseMs,
        id,
        lease,
      ]);
    },
    async finish({ id, lease }) {
      await db.raw('DELETE FROM ?? WHERE id = ? AND lease = ?', [table, id, lease]);
    },
    async fail({ id, lease }, { error, failures, retryInMs }) {
      await db.raw(
        `UPDATE ?? SET failures = ?, lost = 0, lease = NULL, error = ?,
           due_at = now() + ? * interval '1 ms', dead_at = CASE WHEN ? THEN now() END
         WHERE id = ? AND lease = ?`,
        [table, failures, error, retryInMs ?? 0, retryInMs === undefined, id, lease],
      );
    },
    async due(consumers) {
      const { rows } = await db.raw<{ rows: { consumer: string }[] }>(
        'SELECT DISTINCT consumer FROM ?? WHERE consumer = ANY(?) AND dead_at IS NULL AND due_at <= now()',
        [table, [...consumers]],
      );
      return rows.map((row) => row.consumer);
    },
    async pending(consumers) {
      const { rows } = await db.raw<{ rows: { count: number }[] }>(
        `SELECT count(*)::int AS count FROM ?? WHERE consumer = ANY(?) AND dead_at IS NULL
           AND (lease IS NOT NULL OR due_at <= now() + ? * interval '1 ms')`,
        [table, [...consumers], longDelayMs],
      );
      return rows[0]!.count;
    },
    async dead(consumer) {
      const { rows } = await db.raw<{ rows: DeadRow[] }>(
        `SELECT consumer, envelope, error, failures, dead_at FROM (
           SELECT *, row_number() OVER (PARTITION BY consumer ORDER BY dead_at, id) AS position FROM ??
           WHERE dead_at IS NOT NULL AND (?::text IS NULL OR consumer = ?)) ranked
         WHERE position <= ? ORDER BY dead_at, id`,
        [table, consumer ?? null, consumer ?? null, maxDeadLettersListed],
      );
      return rows.map((row) => ({
        consumer: row.consumer,
        envelope: row.envelope,
        error: row.error,
        attempts: row.failures,
        diedAt: row.dead_at.toISOString(),
      }));
    },
    async replay(consumer) {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `UPDATE ?? SET dead_at = NULL, error = NULL, failures = 0, lost = 0, lease = NULL, due_at = now()
         WHERE consumer = ? AND dead_at IS NOT NULL`,
        [table, consumer],
      );
      return rowCount;
    },
  };
  return deliveries;
}
