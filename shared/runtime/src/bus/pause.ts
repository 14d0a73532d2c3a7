/** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

/** Exponential backoff with full jitter: between a tenth of and the whole `base * 2^attempt`, never above `max`. */
export function backoff(attempt: number, { base = 100, max = 10_000 } = {}): number {
  const ceiling = Math.min(max, base * 2 ** Math.min(attempt, 30));
  return ceiling * (0.1 + 0.9 * Math.random());
}

/** Polls `done` until it holds twice in a row: a delivery may be between a queue and its consumer for an instant. */
export async function settle(done: () => Promise<boolean>, everyMs = 20): Promise<void> {
  for (let quiet = 0; quiet < 2; await pause(everyMs)) quiet = (await done()) ? quiet + 1 : 0;
}

/** Wakes one sleeper. A ring while nobody sleeps is remembered: the next sleep ends at once. */
export class Alarm {
  #rung = new AbortController();

  ring(): void {
    this.#rung.abort();
  }

  /** Resolves after `ms`, or when the alarm rings or has rung since the last sleep ended. */
  async sleep(ms: number): Promise<void> {
    await pause(ms, this.#rung.signal);
    this.#rung = new AbortController();
  }
}
