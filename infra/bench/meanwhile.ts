import { setTimeout as delay } from 'node:timers/promises';
import { timed } from './measure.js';

/** Milliseconds of many reads. */
export interface Latency {
  median: number;
  /** 99 of 100 took no longer. */
  p99: number;
}

/** What a read takes when nothing else happens, and while some work is done, whose outcome is returned too. */
export async function meanwhile<T>(
  read: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<{ outcome: T; quiet: Latency; during: Latency }> {
  const quiet: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) quiet.push(await timed(read));
  const done = new AbortController();
  const during: number[] = [];
  const others = async () => {
    while (!done.signal.aborted) {
      during.push(await timed(read));
      await delay(20);
    }
  };
  const [outcome] = await Promise.all([work().finally(() => done.abort()), others()]);
  return { outcome, quiet: latency(quiet), during: latency(during) };
}

function latency(times: number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1]!, p99: sorted[Math.floor(sorted.length * 0.99)]! };
}
