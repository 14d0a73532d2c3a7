import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '@quire/runtime/errors';
import { archiveLimits } from '../archive.js';
import { type Fetch, type Fetched, FetchFailed } from '../convert/converter.js';
import type { ImportPlan, PlannedFile, PlannedPage } from '../import-plan.js';
import { withPlanOf } from '../plan-source.js';
import { refuseImport } from '../refusal.js';
import { type FromWorker, type ToWorker, type WorkerOrder, withoutText } from './protocol.js';

const port = parentPort!;
const order = workerData as WorkerOrder;
const textsAtOnce = 512 * 1024;
const tell = (message: FromWorker) => port.postMessage(message, []);

/** Asks the thread that has the network. */
const waiting = new Map<number, (answer: ToWorker) => void>();
port.on('message', (answer: ToWorker) => {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
});
let requests = 0;
const fetch: Fetch = async (url, limits) => {
  const id = requests++;
  const answer = await new Promise<ToWorker>((resolve) => {
    waiting.set(id, resolve);
    tell({ type: 'fetch', id, url, ...limits });
  });
  if ('failed' in answer) throw new FetchFailed(answer.failed);
  const { status, contentType, finalUrl, bytes } = answer;
  const { buffer, byteOffset, byteLength } = bytes;
  return { status, contentType, finalUrl, bytes: Buffer.from(buffer, byteOffset, byteLength) } satisfies Fetched;
};

/** The bytes of every file of a plan, each content once. */
async function extract(files: readonly PlannedFile[]) {
  const folder = join(order.folder, 'files');
  mkdirSync(folder);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > archiveLimits.expandedBytes)
    throw refuseImport(
      `Its files are larger than ${archiveLimits.expandedBytes / 1_048_576} MiB together. Import it in parts.`,
    );
  const written = new Set<string>();
  const planned = [];
  for (const { read, ...file } of files) {
    const path = join(folder, file.sha256);
    if (!written.has(file.sha256)) writeFileSync(path, await read());
    written.add(file.sha256);
    planned.push({ ...file, path });
  }
  return planned;
}

function sendTexts({ pages }: ImportPlan): void {
  let texts: [string, string][] = [];
  let length = 0;
  const flush = () => {
    if (texts.length > 0) tell({ type: 'texts', texts });
    texts = [];
    length = 0;
  };
  const send = (siblings: readonly PlannedPage[]): void => {
    for (const { sourcePath, markdown, children } of siblings) {
      if (sourcePath !== undefined && markdown !== undefined) {
        texts.push([sourcePath, markdown]);
        length += markdown.length;
        if (length > textsAtOnce) flush();
      }
      send(children);
    }
  };
  send(pages);
  flush();
}

try {
  const folder = join(order.folder, 'work');
  mkdirSync(folder);
  await withPlanOf(order.source as 'zip', { ...order, folder, fetch }, async (plan) => {
    const files = await extract(plan.files);
    sendTexts(plan);
    tell({ type: 'plan', plan: { ...plan, files, pages: withoutText(plan.pages) } });
  });
} catch (error) {
  if (error instanceof Failure && error.kind === 'invalid')
    tell({ type: 'refused', message: error.details?.[0]?.message ?? error.message });
  else tell({ type: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
// Nothing else is waited for: what was said is still delivered.
port.unref();
