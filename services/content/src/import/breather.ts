import { setImmediate } from 'node:timers/promises';

const sliceMs = 8;

/** For loops that compute for long: each call lets other requests run when some milliseconds have gone by since the last pause. */
export function breather(): () => Promise<void> {
  let pausedAt = performance.now();
  return async () => {
    if (performance.now() - pausedAt < sliceMs) return;
    await setImmediate();
    pausedAt = performance.now();
  };
}
