import { setTimeout as delay } from 'node:timers/promises';

const settleLimitMs = 5_000;

/** The imports that this process works on. */
export class RunningImports {
  readonly #running = new Map<string, Promise<unknown>>();

  /** @param ending Aborted when the process is about to end: what breaks off from then on is left to others. */
  constructor(readonly ending: AbortSignal) {}

  get ids(): string[] {
    return [...this.#running.keys()];
  }

  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.set(id, running);
    try {
      return await running;
    } finally {
      this.#running.delete(id);
    }
  }

  /** Resolves when nothing runs any more, however it ended, or after five seconds: what lasts longer is found by its lease. */
  async settled(): Promise<void> {
    const done = new AbortController();
    const late = delay(settleLimitMs, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#running.values()), late]);
    done.abort();
  }
}
