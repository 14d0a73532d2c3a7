import { Worker } from 'node:worker_threads';
import { tooLarge, unavailable } from '@quire/runtime';
import { slots } from '../import/worker/slots.js';
import type { PdfJob } from './job.js';

export interface RenderLimits {
  timeoutMs: number;
  /** Of JavaScript's heap. */
  maxHeapMiB: number;
}

/** A thousand pages of paper take a quarter of the memory, and a tenth of the time. */
export const renderLimits: RenderLimits = { timeoutMs: 4 * 60 * 1_000, maxHeapMiB: 1_024 };

/** One PDF takes a whole core: two would only take twice the memory. */
const takeSlot = slots(1);

const isSource = import.meta.url.endsWith('.ts');
const script = new URL(isSource ? './from-source.mjs' : './worker.js', import.meta.url);

/**
 * Makes the PDF of a job in a thread of its own, which has no environment and is ended when it takes too long or too much
 * memory: the process goes on answering meanwhile. Jobs wait for each other, until `signal` says that they need not.
 */
export async function renderInWorker(job: PdfJob, signal: AbortSignal, limits = renderLimits): Promise<void> {
  const release = await takeSlot(signal).catch(() => {
    throw stopping();
  });
  const late = AbortSignal.timeout(limits.timeoutMs);
  const worker = new Worker(script, {
    workerData: job,
    env: {},
    // What the process was started with, tracing for example, is not for this thread.
    execArgv: isSource ? ['--conditions=@quire/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMiB },
  });
  try {
    await endOf(worker, AbortSignal.any([signal, late]));
  } catch (error) {
    if (late.aborted) throw tooLarge(`Making this PDF took longer than ${limits.timeoutMs / 1_000} s. ${inParts}`);
    if (signal.aborted) throw stopping();
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw tooLarge(`This is too much for one PDF. ${inParts}`);
    throw error;
  } finally {
    await worker.terminate();
    release();
  }
}

export const inParts = 'Ask for it in parts: "page" names a page that is printed with all below it.';

const stopping = () => unavailable('The service is stopping; ask for the PDF again.');

function endOf(worker: Worker, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', abort);
      if (code === 0) resolve();
      else reject(new Error(`The thread that makes a PDF ended with ${code}.`));
    });
  });
}
