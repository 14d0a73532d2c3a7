import { type BatchObservableCallback, metrics } from '@opentelemetry/api';
import type { EventEnvelope } from '@quire/contract';
import type { Bus } from '../bus/bus.js';
import { Alarm, backoff, pause } from '../bus/pause.js';
import { type Db, transaction } from '../db.js';
import type { Log } from '../log.js';
import { Listener } from './listener.js';
import { outboxChannel, sweepOutbox } from './outbox.js';

export interface RelayOptions {
  db: Db;
  /** Address of the same database, for the connection that listens. */
  databaseUrl: string;
  /** The schema whose outbox this is. */
  schema: string;
  bus: Pick<Bus, 'publish'>;
  log: Log;
  /** How often to look without being told; 5 s unless set. */
  pollMs?: number;
  /** Rows per transaction; 100 unless set. */
  batchSize?: number;
}

export interface Relay {
  /** Resolves when every committed event is published; never, while the broker is away. */
  drain(): Promise<void>;
  /** Publishes what is at hand to its end and disconnects. */
  stop(): Promise<void>;
}

const sweepEveryMs = 10 * 60 * 1_000;

/**
 * Publishes what services record in their outbox. Replicas share the work: each batch is locked while it is published,
 * and marked in the same transaction, so that an event is published at least once, and again only after a crash.
 */
export function startRelay({
  db,
  databaseUrl,
  schema,
  bus,
  log,
  pollMs = 5_000,
  batchSize = 100,
}: RelayOptions): Relay {
  const closing = new AbortController();
  const alarm = new Alarm();
  const listener = new Listener({ databaseUrl, channel: outboxChannel(schema), log, onNotice: () => alarm.ring() });

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        const count = await publishBatch(db, bus, batchSize);
        if (failures > 0) log.info({ failures }, 'outbox: publishing again');
        failures = 0;
        if (count < batchSize) await alarm.sleep(pollMs);
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'outbox: cannot publish; events wait');
        await pause(backoff(failures++), closing.signal);
      }
    }
  };
  const running = run();

  const sweep = async () => {
    while (!closing.signal.aborted) {
      await sweepOutbox(db).catch((error: unknown) => log.warn({ err: error }, 'outbox: cannot sweep'));
      await pause(sweepEveryMs, closing.signal);
    }
  };
  const sweeping = sweep();
  const unobserve = observe(db, schema);

  return {
    async drain() {
      for (; (await depth(db)).waiting > 0; await pause(10)) alarm.ring();
    },
    async stop() {
      unobserve();
      closing.abort();
      alarm.ring();
      await Promise.all([running, sweeping, listener.stop()]);
    },
  };
}

/** Publishes the oldest rows that no other relay holds; returns how many there were, rejects when one was refused. */
async function publishBatch(db: Db, bus: Pick<Bus, 'publish'>, size: number): Promise<number> {
  const { count, failure } = await transaction(db, async (tx) => {
    const rows = await tx('outbox')
      .select<{ position: string; envelope: EventEnvelope }[]>('position', 'envelope')
      .whereNull('published_at')
      .orderBy('position')
      .limit(size)
      .forUpdate()
      .skipLocked();
    const outcomes = await Promise.allSettled(rows.map(({ envelope }) => bus.publish(envelope)));
    const published = rows
      .filter((_row, index) => outcomes[index]!.status === 'fulfilled')
      .map(({ position }) => position);
    if (published.length > 0) await tx('outbox').whereIn('position', published).update({ published_at: tx.fn.now() });
    return { count: rows.length, failure: outcomes.find((outcome) => outcome.status === 'rejected') };
  });
  if (failure) throw failure.reason;
  return count;
}

/** How many events wait to be published, and for how many seconds the oldest has. */
async function depth(db: Db): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await db.raw<{ rows: { waiting: number; oldest: number }[] }>(
    `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
     FROM outbox WHERE published_at IS NULL`,
  );
  return rows[0]!;
}

/** Reports depth and lag whenever metrics are collected, which is never while telemetry is off. */
function observe(db: Db, schema: string): () => void {
  const meter = metrics.getMeter('quire');
  const gauges = [
    meter.createObservableGauge('quire.outbox.depth'),
    meter.createObservableGauge('quire.outbox.lag', { unit: 's' }),
  ] as const;
  const report: BatchObservableCallback = async (result) => {
    const { waiting, oldest } = await depth(db);
    result.observe(gauges[0], waiting, { schema });
    result.observe(gauges[1], oldest, { schema });
  };
  meter.addBatchObservableCallback(report, [...gauges]);
  return () => meter.removeBatchObservableCallback(report, [...gauges]);
}
