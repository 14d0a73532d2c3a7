import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `check` until it no longer throws and resolves with what it returned; throws its last error when `timeoutMs`
 * (5 s unless set) have passed. Waits `intervalMs` (20) between two attempts.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 5_000, intervalMs = 20 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() + intervalMs > end) throw error;
      await delay(intervalMs);
    }
  }
}
