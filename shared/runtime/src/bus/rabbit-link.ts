import { type ChannelModel, connect } from 'amqplib';
import type { Log } from '../log.js';
import { backoff, pause } from './pause.js';

export interface RabbitLinkOptions {
  url: string;
  /** Shown in the broker's list of connections. */
  name: string;
  log: Log;
  /** Runs on every new connection before it counts as up; a rejection drops the connection. */
  setup: (model: ChannelModel) => Promise<void>;
}

/** One connection to the broker that comes back by itself, with exponential backoff and jitter. */
export class RabbitLink {
  readonly #options: RabbitLinkOptions;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<() => void>();
  #model: ChannelModel | undefined;
  #running: Promise<void>;

  constructor(options: RabbitLinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get up(): boolean {
    return this.#model !== undefined;
  }

  get model(): ChannelModel | undefined {
    return this.#model;
  }

  /** Resolves as soon as the connection is up, or after `ms` without one. */
  whenUp(ms: number): Promise<void> {
    if (this.up) return Promise.resolve();
    const stop = new AbortController();
    const done = () => stop.abort();
    this.#waiting.add(done);
    return pause(ms, stop.signal).finally(() => this.#waiting.delete(done));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { url, name, log } = this.#options;
    for (let attempt = 0; !this.#closing.signal.aborted; attempt++) {
      try {
        await this.#connectOnce(() => {
          if (attempt > 0) log.info({ attempts: attempt }, `${name}: connected again`);
          attempt = 0;
        });
        if (!this.#closing.signal.aborted) log.warn({}, `${name}: connection lost`);
      } catch (error) {
        // Once per outage is enough: the next line says when it is over.
        if (attempt === 0) log.warn({ err: error, broker: withoutPassword(url) }, `${name}: cannot connect`);
      }
      await pause(backoff(attempt), this.#closing.signal);
    }
  }

  /** Resolves when the connection has ended. */
  async #connectOnce(onUp: () => void): Promise<void> {
    const { url, name, setup, log } = this.#options;
    const model = await connect(withHeartbeat(url), {
      timeout: 5_000,
      keepAlive: true,
      clientProperties: { connection_name: name },
    });
    const ended = new Promise<void>((resolve) => model.on('close', () => resolve()));
    model.on('error', (error) => log.warn({ err: error }, `${name}: connection failed`));
    const close = () => void model.close().catch(() => undefined);
    this.#closing.signal.addEventListener('abort', close);
    try {
      await setup(model);
      if (this.#closing.signal.aborted) return;
      this.#model = model;
      onUp();
      for (const done of this.#waiting) done();
      await ended;
    } finally {
      this.#model = undefined;
      this.#closing.signal.removeEventListener('abort', close);
      // Already closed unless the setup failed.
      await model.close().catch(() => undefined);
    }
  }
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
  return address.href;
}

function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
