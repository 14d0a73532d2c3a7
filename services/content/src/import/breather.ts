import { setImmediate } from 'node:timers/promises';

const sliceMs = 8;

/**
 * For loops that compute for long: each call lets other requests run when some milliseconds have gone by since the last pause.
 * Loops that share one and run side by side go on one by one, each in a turn of its own.
 */
export function breather(): () => Promise<void> {
  let pausedAt = performance.now();
  let line = Promise.resolve();
  return async () => {
    if (performance.now() - pausedAt < sliceMs) return;
    line = line.then(() => setImmediate());
    await line;
    pausedAt = performance.now();
  };
}
