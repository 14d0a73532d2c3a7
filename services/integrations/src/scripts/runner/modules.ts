/** Between the number of an event and what was written while it was handled. */
export const logMark = '\u0001';
/** Written after the last line of an event. */
export const logEnd = '\u0002';

export const keyHeader = 'x-quire-key';
export const eventHeader = 'x-quire-event';

/** Evaluated before the script: each line on the console is marked with the event that it belongs to. */
const prelude = `
import { AsyncLocalStorage } from 'node:async_hooks';
export const running = new AsyncLocalStorage();
const info = console.info.bind(console);
export const end = (id) => info(id + '${logMark}${logEnd}');
for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
  const write = console[level].bind(console);
  console[level] = (...parts) => {
    const mark = (running.getStore() ?? '') + '${logMark}';
    if (typeof parts[0] === 'string') write(mark + parts[0], ...parts.slice(1));
    else write(mark, ...parts);
  };
}
`;

/**
 * Calls the script and answers its answer as one body: the length of a JSON head in four bytes, the head, the bytes.
 * So no status, redirect or encoding of a script's means anything on the way.
 */
const main = (key: string, maxAnswerBytes: number) => `
import { running, end } from './prelude.mjs';
import * as script from './script.mjs';

const encoder = new TextEncoder();

function frame(head, bytes = new Uint8Array()) {
  const text = encoder.encode(JSON.stringify(head));
  const framed = new Uint8Array(4 + text.length + bytes.length);
  new DataView(framed.buffer).setUint32(0, text.length);
  framed.set(text, 4);
  framed.set(bytes, 4 + text.length);
  return new Response(framed);
}

async function readAll(body) {
  const chunks = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
    size += bytes.length;
    if (size > ${maxAnswerBytes}) throw new Error('The answer is larger than ${maxAnswerBytes} bytes.');
    chunks.push(bytes);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}

async function answer(request) {
  const pending = [];
  const context = { waitUntil: (promise) => void pending.push(promise), passThroughOnException() {}, props: {} };
  try {
    const handler = script.default;
    if (typeof handler?.fetch !== 'function') throw new Error('The script has no "export default { fetch }".');
    const response = await handler.fetch(request, {}, context);
    if (!(response instanceof Response)) throw new Error('The script did not answer a Response.');
    const bytes = await readAll(response.body);
    for (let done = 0; done < pending.length; ) {
      const some = pending.slice(done);
      done = pending.length;
      for (const outcome of await Promise.allSettled(some)) {
        if (outcome.status === 'rejected') console.error(outcome.reason?.stack ?? String(outcome.reason));
      }
    }
    return frame({ status: response.status, headers: [...response.headers] }, bytes);
  } catch (error) {
    console.error(error?.stack ?? String(error));
    return frame({ failure: String(error?.message ?? error) });
  }
}

export default {
  async fetch(request) {
    if (request.headers.get('${keyHeader}') !== '${key}') return new Response(null, { status: 403 });
    const id = request.headers.get('${eventHeader}');
    const headers = { 'content-type': request.headers.get('content-type') };
    const body = await request.arrayBuffer();
    const own = new Request('https://integration.invalid/v1', { method: 'POST', headers, body });
    try {
      return await running.run(id, () => answer(own));
    } finally {
      end(id);
    }
  },
};
`;

/** The modules of a worker that runs a script; `key` is what a caller has to know. */
export const modulesAround = (script: string, { key, maxAnswerBytes }: { key: string; maxAnswerBytes: number }) => [
  { type: 'ESModule' as const, path: '/main.mjs', contents: main(key, maxAnswerBytes) },
  { type: 'ESModule' as const, path: '/prelude.mjs', contents: prelude },
  { type: 'ESModule' as const, path: '/script.mjs', contents: script },
];
