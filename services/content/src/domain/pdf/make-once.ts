import { setTimeout as delay } from 'node:timers/promises';
import { Failure, tooLarge, unavailable } from '@quire/runtime';
import type { Content } from '../../context.js';
import { failPdf, findFailure, finishPdf, keepLease, leasePdf, releasePdf, usePdf } from '../../tables/pdf.js';

const leaseMs = 30_000;
const failureMs = 10 * 60 * 1_000;
/** A little less than a caller of ours is given. */
const patienceMs = 280_000;
const lookMs = 250;

/**
 * Sees to it that a PDF is in the file store: makes it, waits for whoever makes it at the moment, on this replica or
 * another, or finds it made. One that could not be made is not tried again for ten minutes.
 */
export async function makeOnce(
  key: string,
  make: () => Promise<void>,
  { db, now, log }: Pick<Content, 'db' | 'now' | 'log'>,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  const later = (ms: number) => new Date(now().getTime() + ms);
  while (!(await usePdf(db, key, now()))) {
    if (await leasePdf(db, key, { now: now(), until: later(leaseMs) })) return work();
    const failure = await findFailure(db, key, now());
    if (failure !== undefined) throw tooLarge(failure);
    if (performance.now() > deadline) throw unavailable('The PDF is still being made; ask for it again soon.', 10);
    await delay(lookMs);
  }

  async function work() {
    // A replica that dies stops doing this, and another one takes over.
    const renewal = setInterval(() => {
      keepLease(db, key, later(leaseMs)).catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'));
    }, leaseMs / 3);
    try {
      await make();
      await finishPdf(db, key, now());
    } catch (error) {
      if (error instanceof Failure && error.kind === 'too-large')
        await failPdf(db, key, { failure: error.message, until: later(failureMs) });
      else await releasePdf(db, key);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}
