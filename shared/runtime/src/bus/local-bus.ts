import { randomUUID } from 'node:crypto';
import type { ConsumerContract, EventEnvelope } from '@quire/contract';
import type { Db } from '../db.js';
import { notFound } from '../errors.js';
import type { Log } from '../log.js';
import {
  afterFailure,
  type Bus,
  closeTimeoutMs,
  defaultConcurrency,
  defaultRetryDelays,
  delaysOf,
  describeError,
  type Handle,
  Postponed,
} from './bus.js';
import { pause, settle } from './pause.js';
import { createDeliveries, type Delivery, type Deliveries } from './local-deliveries.js';

export interface LocalBusOptions {
  /** A pool whose role may create `schema`; its search path does not matter. */
  db: Db;
  /** Every consumer there is: a publish leaves one delivery for each that receives its type. */
  consumers: readonly ConsumerContract[];
  log: Log;
  /** Where deliveries are kept; `bus` unless set. */
  schema?: string;
  retryDelays?: readonly number[];
  /** How long a delivery stays with a process that died while handling it; 15 s unless set. */
  leaseMs?: number;
  /** How often to look for deliveries that nobody in this process knows of; 5 s unless set. */
  pollMs?: number;
}

/**
 * The bus of a single process: deliveries are rows in Postgres, so nothing is lost when the process is killed;
 * consumers are woken in memory. A running delivery is leased and the lease renewed while its handler runs.
 */
export async function openLocalBus(options: LocalBusOptions): Promise<Bus> {
  const { db, consumers, log, schema = 'bus', retryDelays = defaultRetryDelays } = options;
  const { leaseMs = 15_000, pollMs = 5_000 } = options;
  const deliveries = await createDeliveries(db, schema);
  const closing = new AbortController();
  const workers = new Map<string, Set<Worker>>();
  const wake = (name: string) => workers.get(name)?.forEach((worker) => worker.wake());
  const publish = batched(async (envelopes: EventEnvelope[]) => {
    const rows = envelopes.flatMap((envelope) =>
      consumers.filter(({ types }) => types.includes(envelope.type)).map(({ name }) => ({ consumer: name, envelope })),
    );
    if (rows.length === 0) return;
    await deliveries.add(rows);
    for (const name of new Set(rows.map((row) => row.consumer))) wake(name);
  });

  const poll = async () => {
    while (!closing.signal.aborted) {
      await pause(pollMs, closing.signal);
      try {
        if (workers.size > 0) for (const name of await deliveries.due([...workers.keys()])) wake(name);
      } catch (error) {
        log.warn({ err: error }, 'bus: cannot look for due deliveries');
      }
    }
  };
  const polling = poll();

  return {
    publish: (envelope) =>
      closing.signal.aborted ? Promise.reject(new Error('The bus is closed.')) : publish(envelope),
    async consume(consumer, handle, { concurrency = defaultConcurrency } = {}) {
      const known = consumers.find(({ name }) => name === consumer.name);
      if (!known) throw new Error(`unknown consumer ${consumer.name}`);
      const delays = delaysOf(known, retryDelays);
      const worker = new Worker(consumer.name, { deliveries, handle, concurrency, leaseMs, retryDelays: delays, log });
      const group = workers.get(consumer.name) ?? new Set();
      workers.set(consumer.name, group.add(worker));
      worker.wake();
      return {
        stop: async () => {
          group.delete(worker);
          if (group.size === 0) workers.delete(consumer.name);
          await worker.stop();
        },
      };
    },
    dead: (consumer) => deliveries.dead(consumer),
    async replay(consumer) {
      if (!consumers.some(({ name }) => name === consumer)) throw notFound('consumer');
      const count = await deliveries.replay(consumer);
      wake(consumer);
      return count;
    },
    pending: (consumer) => deliveries.pending([consumer]),
    healthy: () =>
      db.raw('SELECT 1').then(
        () => true,
        () => false,
      ),
    drain: () => settle(async () => (await deliveries.pending([...workers.keys()])) === 0),
    async close() {
      closing.abort();
      const running = [...workers.values()].flatMap((group) => [...group]).map((worker) => worker.stop());
      await Promise.race([Promise.all([polling, ...running]), pause(closeTimeoutMs)]);
      workers.clear();
    },
  };
}

interface WorkerOptions {
  deliveries: Deliveries;
  handle: Handle;
  concurrency: number;
  leaseMs: number;
  retryDelays: readonly number[];
  log: Log;
}

/** Claims and handles the deliveries of one consumer. */
class Worker {
  readonly #lease = randomUUID();
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor(
    readonly name: string,
    readonly options: WorkerOptions,
  ) {}

  wake(): void {
    if (this.#stopped.signal.aborted) return;
    this.#again = true;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
      if (this.#again && this.#running.size < this.options.concurrency) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#claiming;
    await Promise.all(this.#running);
  }

  async #claim(): Promise<void> {
    const { deliveries, concurrency, leaseMs, log } = this.options;
    while (this.#again && !this.#stopped.signal.aborted && this.#running.size < concurrency) {
      this.#again = false;
      const free = concurrency - this.#running.size;
      try {
        const claimed = await deliveries.claim(this.name, { lease: this.#lease, leaseMs, limit: free });
        if (claimed.length === free) this.#again = true;
        for (const delivery of claimed) this.#start(delivery);
      } catch (error) {
        log.warn({ err: error, consumer: this.name }, 'bus: cannot claim deliveries');
        this.#wakeIn(1_000);
        return;
      }
    }
  }

  #start(delivery: Delivery): void {
    const run = this.#run(delivery).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
  }

  /** Never rejects: what cannot be recorded comes back when its lease ends. */
  async #run(delivery: Delivery): Promise<void> {
    const { deliveries, handle, leaseMs, retryDelays, log } = this.options;
    const renewal = setInterval(() => {
      deliveries.renew(delivery, leaseMs).catch((error: unknown) => {
        log.warn({ err: error, consumer: this.name }, 'bus: cannot renew a lease');
      });
    }, leaseMs / 3);
    try {
      const isLast = (error: unknown) => afterFailure(error, delivery.failures, retryDelays).retryInMs === undefined;
      const failure = await handle(delivery.envelope, isLast).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (!failure) return await deliveries.finish(delivery);
      const { failures, retryInMs } = afterFailure(failure.error, delivery.failures, retryDelays);
      const fields = { err: failure.error, consumer: this.name, event: delivery.envelope.id, failures, retryInMs };
      await deliveries.fail(delivery, { error: describeError(failure.error), failures, retryInMs });
      if (retryInMs === undefined) return log.error(fields, 'bus: delivery is dead');
      if (failure.error instanceof Postponed) log.debug(fields, 'bus: delivery postponed');
      else log.warn(fields, 'bus: delivery failed');
      this.#wakeIn(retryInMs + 5);
    } catch (error) {
      log.warn({ err: error, consumer: this.name }, 'bus: cannot record the outcome of a delivery');
    } finally {
      clearInterval(renewal);
    }
  }

  #wakeIn(ms: number): void {
    void pause(ms, this.#stopped.signal).then(() => this.wake());
  }
}

/** Joins calls made in one turn of the event loop, or while the previous batch runs, into one. */
function batched<Item>(run: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let open: { items: Item[]; done: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    if (!open) {
      const batch: { items: Item[]; done: Promise<void> } = { items: [], done: Promise.resolve() };
      open = batch;
      batch.done = last.then(async () => {
        await new Promise(setImmediate);
        open = undefined;
        await run(batch.items);
      });
      last = batch.done.catch(() => undefined);
    }
    open.items.push(item);
    return open.done;
  };
}
