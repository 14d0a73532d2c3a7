import { parentPort, workerData } from 'node:worker_threads';
import { Unusable } from '../problem.js';
import type { FetchText, Source } from '../read-files.js';
import { readOpenApi } from '../read-openapi.js';
import type { FromWorker, ToWorker } from './protocol.js';

const port = parentPort!;
const tell = (message: FromWorker) => port.postMessage(message, []);

/** Asks the thread that has the network. */
const waiting = new Map<number, (answer: ToWorker) => void>();
port.on('message', (answer: ToWorker) => {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
});
let requests = 0;
const fetchText: FetchText = async (url, maxBytes) => {
  const id = requests++;
  const answer = await new Promise<ToWorker>((resolve) => {
    waiting.set(id, resolve);
    tell({ type: 'fetch', id, url, maxBytes });
  });
  if ('text' in answer) return answer.text;
  throw new Unusable(answer.code, [{ message: answer.message }]);
};

try {
  tell({ type: 'read', result: await readOpenApi(workerData as Source, fetchText) });
} catch (error) {
  if (error instanceof Unusable) {
    const { code, problems, count } = error;
    tell({ type: 'unusable', code, problems, count });
  } else tell({ type: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
// Nothing else is waited for: what was said is still delivered.
port.unref();
