import { Worker } from 'node:worker_threads';
import type { Outbound } from '@quire/runtime';
import { fetchText } from '../fetch-text.js';
import { openApiLimits } from '../limits.js';
import { cannotParse, Unusable } from '../problem.js';
import type { Source } from '../read-files.js';
import type { ReadOpenApi } from '../read-openapi.js';
import type { FromWorker, ToWorker } from './protocol.js';

const isSource = import.meta.url.endsWith('.ts');
const script = new URL(isSource ? './from-source.mjs' : './openapi-worker.js', import.meta.url);

/** Either of them. */
export type OpenApiSourceOf = { url: string } | { text: string };

export interface ReadingOptions {
  outbound: Outbound;
  /** Gives up: what was read so far is lost. */
  signal: AbortSignal;
  /** Milliseconds for fetching everything; 30,000 unless set. */
  fetchMs?: number;
  /** Milliseconds for all; 150,000 unless set. */
  totalMs?: number;
  /** Of JavaScript's heap in the thread; 768 unless set. */
  maxHeapMiB?: number;
}

/**
 * Fetches and reads a specification in a thread of its own, so that nobody else waits for it, and what is too much for it
 * harms nobody else. The thread has no network and no environment: what it wants fetched is fetched here.
 * Throws `Unusable` with what is wrong.
 */
export async function readInWorker(source: OpenApiSourceOf, options: ReadingOptions): Promise<ReadOpenApi> {
  const { fetchMs = openApiLimits.fetchMs, totalMs = openApiLimits.totalMs, maxHeapMiB = 768, signal } = options;
  const late = AbortSignal.timeout(totalMs);
  const network = { ...options, late: AbortSignal.timeout(fetchMs) };
  const worker = new Worker(script, {
    workerData: await openSource(source, network),
    env: {},
    // What the process was started with, tracing for example, is not for this thread.
    execArgv: isSource ? ['--conditions=@quire/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  try {
    return await outcomeOf(worker, { ...network, signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    if (late.aborted) throw cannotParse(`took longer than ${totalMs / 1_000} s to read.`);
    throw error;
  } finally {
    await worker.terminate();
  }
}

type Network = Pick<ReadingOptions, 'outbound' | 'signal'> & { late: AbortSignal };

async function openSource(source: OpenApiSourceOf, { outbound, late, signal }: Network): Promise<Source> {
  if ('text' in source) return source;
  const { text, finalUrl } = await fetchText(outbound, source.url, { maxBytes: openApiLimits.bytes, late, signal });
  return { text, url: finalUrl, askedUrl: source.url };
}

function outcomeOf(worker: Worker, network: Network): Promise<ReadOpenApi> {
  const { signal } = network;
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'fetch') answer(worker, message, network).catch(reject);
      else if (message.type === 'read') resolve(message.result);
      else if (message.type === 'unusable') reject(new Unusable(message.code, message.problems, message.count));
      else reject(new Error(`Reading a specification failed: ${message.stack}`));
    });
    worker.on('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? cannotParse('needs more memory than there is for it.') : error);
    });
    worker.on('exit', () => reject(new Error('Reading a specification ended without a word.')));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
}

async function answer(
  worker: Worker,
  { id, url, maxBytes }: Extract<FromWorker, { type: 'fetch' }>,
  { outbound, late, signal }: Network,
): Promise<void> {
  const reply = (message: ToWorker) => worker.postMessage(message, []);
  try {
    const { text } = await fetchText(outbound, url, { maxBytes, late, signal });
    reply({ id, text });
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reply({ id, code: error.code, message: error.message });
  }
}
