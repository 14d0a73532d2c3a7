import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Failure, type Outbound } from '@quire/runtime';
import type { ImportPlan, PlannedPage } from '../import-plan.js';
import { refuseImport } from '../refusal.js';
import { slots } from './slots.js';
import type { FlatPage, FromWorker, PlanMessage, ToWorker, WorkerOrder } from './protocol.js';

const atOnce = 3;
const longestMs = 4 * 60 * 1_000;
/** Of JavaScript's heap: the largest import that the limits let through needs half of it. */
const maxHeapMiB = 768;
const takeSlot = slots(atOnce);

const isSource = import.meta.url.endsWith('.ts');
const script = new URL(isSource ? './from-source.mjs' : './import-worker.js', import.meta.url);

/**
 * Reads and plans an import in a thread of its own, so that nobody else waits for it, and so that what is too much for it
 * harms nobody else. The thread has no network and no environment: what it wants fetched is fetched here.
 */
export async function planInWorker(
  order: WorkerOrder,
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
): Promise<ImportPlan> {
  const release = await takeSlot(signal);
  const late = AbortSignal.timeout(longestMs);
  const worker = new Worker(script, {
    workerData: order,
    env: {},
    // What the process was started with, tracing for example, is not for this thread.
    execArgv: isSource ? ['--conditions=@quire/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  try {
    return await planOf(worker, { outbound, signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    if (late.aborted) throw refuseImport(`took longer than ${longestMs / 60_000} minutes to read. Import it in parts.`);
    throw error;
  } finally {
    await worker.terminate();
    release();
  }
}

function planOf(
  worker: Worker,
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
): Promise<ImportPlan> {
  const pages: PlannedPage[] = [];
  const open: PlannedPage[][] = [pages];
  return new Promise((resolve, reject) => {
    const read = (message: FromWorker) => {
      if (message.type === 'fetch') void answer(worker, message, { outbound, signal });
      else if (message.type === 'pages') {
        attach(message.pages, open);
        worker.postMessage({ id: message.id, taken: true } satisfies ToWorker, []);
      } else if (message.type === 'plan') resolve(restore(message.plan, pages));
      else if (message.type === 'refused') reject(refuseImport(message.message));
      else reject(new Error(`The import failed: ${message.stack}`));
    };
    worker.on('message', read);
    worker.on('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? refuseImport('needs more memory than there is for it. Import it in parts.') : error);
    });
    worker.on('exit', () => reject(new Error('The import ended without a word.')));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
}

async function answer(
  worker: Worker,
  { id, url, maxBytes, timeoutMs }: Extract<FromWorker, { type: 'fetch' }>,
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
): Promise<void> {
  const reply = (message: ToWorker) => worker.postMessage(message, []);
  try {
    const { bytes, ...rest } = await outbound.fetchBytes(url, { maxBytes, timeoutMs, signal });
    reply({ id, ...rest, bytes });
  } catch (error) {
    if (signal.aborted) return;
    const known = error instanceof Failure && error.kind === 'invalid' ? error.details?.[0]?.message : undefined;
    if (known === undefined) worker.emit('error', error);
    else reply({ id, failed: known });
  }
}

/** Puts pages into the tree; `open` holds the siblings of each depth that the next page may join. */
function attach(pages: readonly FlatPage[], open: PlannedPage[][]): void {
  for (const { depth, ...page } of pages) {
    const children: PlannedPage[] = [];
    open[depth]!.push({ ...page, children });
    open[depth + 1] = children;
  }
}

const restore = ({ files, ...plan }: PlanMessage, pages: PlannedPage[]): ImportPlan => ({
  ...plan,
  pages,
  files: files.map((file) => ({ ...file, read: () => readFile(file.path) })),
});
