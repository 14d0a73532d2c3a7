import pg from 'pg';
import { backoff, pause } from '../bus/pause.js';
import type { Log } from '../log.js';

export interface ListenerOptions {
  databaseUrl: string;
  channel: string;
  log: Log;
  /** What listens, for the log and the list of connections; the outbox unless given. */
  name?: string;
  /** Called for each notification, and after each connection because notifications may have been missed. */
  onNotice: () => void;
  /** Called when a connection has ended, or was not to be had: nothing is heard until the next notice. */
  onSilence?: () => void;
}

/** Listens for Postgres notifications on a connection of its own, which comes back by itself. */
export class Listener {
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: ListenerOptions) {
    this.#running = this.#run(options);
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(options: ListenerOptions): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await this.#listenOnce(options, () => (attempt = 0));
      } catch (error) {
        // Nobody relies on notices alone, and once per outage is enough.
        if (attempt === 0 && !signal.aborted) {
          options.log.warn({ err: error }, `${options.name ?? 'outbox'}: cannot listen for notices`);
        }
      }
      options.onSilence?.();
      await pause(backoff(attempt), signal);
    }
  }

  /** Resolves or rejects when the connection has ended. */
  async #listenOnce(
    { databaseUrl, channel, onNotice, name = 'outbox' }: ListenerOptions,
    onUp: () => void,
  ): Promise<void> {
    const { signal } = this.#closing;
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: `quire-${name}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve, reject) => {
      client.on('end', resolve);
      client.on('error', reject);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    ended.catch(() => undefined);
    client.on('notification', onNotice);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      onUp();
      onNotice();
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
