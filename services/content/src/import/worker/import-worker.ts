import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '@quire/runtime/errors';
import { archiveLimits } from '../archive.js';
import { type Fetch, type Fetched, FetchFailed } from '../convert/converter.js';
import type { ImportPlan, PlannedFile, PlannedPage } from '../import-plan.js';
import { withPlanOf } from '../plan-source.js';
import { refuseImport } from '../refusal.js';
import type { FlatPage, FromWorker, ToWorker, WorkerOrder } from './protocol.js';

const port = parentPort!;
const order = workerData as WorkerOrder;
/** Of one message. */
const atOnce = { pages: 200, characters: 256 * 1024 };
const tell = (message: FromWorker) => port.postMessage(message, []);

/** Asks the thread that has the network. */
const waiting = new Map<number, (answer: ToWorker) => void>();
const answerTo = (id: number) => new Promise<ToWorker>((resolve) => void waiting.set(id, resolve));
port.on('message', (answer: ToWorker) => {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
});
let requests = 0;
const fetch: Fetch = async (url, limits) => {
  const id = requests++;
  const answered = answerTo(id);
  tell({ type: 'fetch', id, url, ...limits });
  const answer = await answered;
  if ('failed' in answer) throw new FetchFailed(answer.failed);
  if ('taken' in answer) throw new Error('was told of pages, not of what was fetched');
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

async function sendPages({ pages }: ImportPlan): Promise<void> {
  let batch: FlatPage[] = [];
  let length = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const id = requests++;
    const taken = answerTo(id);
    tell({ type: 'pages', id, pages: batch });
    batch = [];
    length = 0;
    await taken;
  };
  const send = async (siblings: readonly PlannedPage[], depth: number): Promise<void> => {
    for (const { children, analysis, ...page } of siblings) {
      // Of what was read in a page only its front matter is needed any more.
      batch.push({ ...page, analysis: analysis && { ...analysis, sections: [], links: [], anchors: [] }, depth });
      length += page.markdown?.length ?? 0;
      if (batch.length >= atOnce.pages || length >= atOnce.characters) await flush();
      await send(children, depth + 1);
    }
  };
  await send(pages, 0);
  await flush();
}

try {
  const folder = join(order.folder, 'work');
  mkdirSync(folder);
  await withPlanOf(order.source as 'zip', { ...order, folder, fetch }, async (plan) => {
    const files = await extract(plan.files);
    await sendPages(plan);
    const { pages: _sent, ...rest } = plan;
    tell({ type: 'plan', plan: { ...rest, files } });
  });
} catch (error) {
  if (error instanceof Failure && error.kind === 'invalid')
    tell({ type: 'refused', message: error.details?.[0]?.message ?? error.message });
  else tell({ type: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
// Nothing else is waited for: what was said is still delivered.
port.unref();
