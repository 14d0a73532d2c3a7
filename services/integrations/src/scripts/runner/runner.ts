import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Miniflare, MiniflareOptions } from 'miniflare';
import { type ConsoleLine, lineSplitter, logLine, parseConsoleLine } from './console-lines.js';
import { encodeDispatch } from './form.js';
import { eventHeader, keyHeader, modulesAround } from './modules.js';
import { startOutboundProxy } from './outbound-proxy.js';
import type {
  Dispatch,
  DispatchToScript,
  FromRunner,
  ScriptAnswer,
  ScriptLimits,
  StartScript,
  ToRunner,
} from './protocol.js';
import { withoutServers } from './without-servers.js';
import { childUsage, killChildren } from './watch.js';

// Runs the script of one integration in workerd, for the service that started this process, until that goes away.

/** The dates and flags that the published command line tool develops scripts against. */
const compatibility = { compatibilityDate: '2025-05-25', compatibilityFlags: ['nodejs_compat'] };
const watchEveryMs = 100;
const logPatienceMs = 1_000;
const maxLogLines = 500;
const maxLogChars = 64 * 1024;

interface Running {
  lines: number;
  chars: number;
  isFull: boolean;
  ended: () => void;
}

const key = randomBytes(32).toString('hex');
const running = new Map<number, Running>();
let startupOutput = '';
let isReady = false;
let cpuAtLastAnswer = 0;
let isEnding = false;

const send = (message: FromRunner) => void process.send?.(message);

process.on('message', (message: ToRunner) => {
  if (message.kind === 'start') void start(message);
  else void handle(message);
});
process.on('disconnect', () => void end());
process.on('uncaughtException', (error) => void overrun(`The process that runs the script failed: ${error.message}`));

let miniflare: Miniflare | undefined;
let limits: ScriptLimits;

async function start({ script, allow, publicUrl, limits: given }: StartScript): Promise<void> {
  limits = given;
  const library = await import('miniflare').catch((error: Error) => {
    send({ kind: 'refused', reason: 'missing', message: error.message });
  });
  if (!library) return;
  const socket = `${process.cwd()}/outbound.sock`;
  await startOutboundProxy({ socket, allow, publicUrl });
  // What a script does while it is loaded is watched too.
  setInterval(() => void watch(), watchEveryMs);
  withoutServers();
  const { maxAnswerBytes } = limits;
  const options: MiniflareOptions = {
    ...compatibility,
    name: 'integration',
    host: '127.0.0.1',
    port: 0,
    modules: modulesAround(script, { key, maxAnswerBytes }),
    modulesRoot: '/',
    cf: false,
    cache: false,
    logRequests: false,
    log: new library.NoOpLog(),
    structuredWorkerdLogs: true,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => [stdout, stderr].forEach(readConsole),
    // 1 is the style of a proxy: the whole address is on the first line.
    outboundService: { external: { address: `unix:${socket}`, http: { style: 1 } } },
  };
  try {
    miniflare = new library.Miniflare(options);
    await miniflare.ready;
  } catch (error) {
    const said = startupOutput.trim();
    const { code, message } = error as NodeJS.ErrnoException;
    if (said === '' && code === 'ERR_RUNTIME_FAILURE')
      return overrun('The script made its process end while it was loaded.');
    return send({ kind: 'refused', reason: 'script', message: said || message });
  }
  cpuAtLastAnswer = (await childUsage())?.cpuMs ?? 0;
  isReady = true;
  send({ kind: 'ready' });
}

async function handle({ id, ...dispatch }: DispatchToScript): Promise<void> {
  const ended = new Promise<void>((resolve) => running.set(id, { lines: 0, chars: 0, isFull: false, ended: resolve }));
  try {
    if (running.size === 1) cpuAtLastAnswer = (await childUsage())?.cpuMs ?? 0;
    const answer = await ask(id, dispatch);
    // What was written before the answer may come after it.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, logPatienceMs))]);
    send('failure' in answer ? { kind: 'failure', id, message: answer.failure } : { kind: 'answer', id, answer });
  } catch (error) {
    send({ kind: 'failure', id, message: (error as Error).message });
  } finally {
    running.delete(id);
    cpuAtLastAnswer = (await childUsage())?.cpuMs ?? 0;
  }
}

async function ask(id: number, dispatch: Dispatch): Promise<ScriptAnswer | { failure: string }> {
  const { contentType, bytes } = await encodeDispatch(dispatch);
  const request = miniflare!.dispatchFetch('http://integration/v1', {
    method: 'POST',
    headers: { 'content-type': contentType, [keyHeader]: key, [eventHeader]: String(id) },
    body: bytes,
    redirect: 'manual',
  });
  const response = await request.catch(() => overrun('The script made its process end.'));
  if (!response) return { failure: 'The script made its process end.' };
  const framed = await readWithin(response.body, limits.maxAnswerBytes + 128 * 1024);
  const length = framed.length < 4 ? Number.POSITIVE_INFINITY : framed.readUInt32BE(0);
  if (4 + length > framed.length) return { failure: 'The script broke off.' };
  const head = JSON.parse(framed.toString('utf8', 4, 4 + length)) as Omit<ScriptAnswer, 'body'> | { failure: string };
  return 'failure' in head ? head : { ...head, body: framed.subarray(4 + length) };
}

async function readWithin(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readConsole(stream: Readable): void {
  const onLine = (text: string) => {
    const line = parseConsoleLine(text);
    if (!line) return;
    if (!isReady) startupOutput = `${startupOutput}${line.line.message}\n`.slice(0, 4_000);
    tell(line);
  };
  stream.setEncoding('utf8').on('data', lineSplitter(onLine));
}

/** Passes a line on to the event it belongs to; one that names none belongs to the only event there is. */
function tell({ event, isLast, line }: ConsoleLine): void {
  const id = event ?? (running.size === 1 ? [...running.keys()][0] : undefined);
  const written = id === undefined ? undefined : running.get(id);
  if (id === undefined || !written) return;
  if (isLast) return written.ended();
  written.lines += 1;
  written.chars += line.message.length;
  if (written.isFull) return;
  written.isFull = written.lines > maxLogLines || written.chars > maxLogChars;
  send({ kind: 'log', id, line: written.isFull ? logLine('warn', 'Further output was dropped.', new Date()) : line });
}

async function watch(): Promise<void> {
  const usage = await childUsage();
  if (!usage) return;
  if (usage.memoryMiB > limits.memoryMiB)
    return overrun(`The script took more than ${limits.memoryMiB} MiB of memory.`);
  if ((running.size > 0 || !isReady) && usage.cpuMs - cpuAtLastAnswer > limits.cpuMs) {
    return overrun(`The script took more than ${limits.cpuMs} ms of processor time.`);
  }
}

/** Ends this process and workerd, which may be beyond listening to anybody. */
async function overrun(message: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await killChildren();
  if (!process.send) process.exit(1);
  process.send({ kind: 'overrun', message } satisfies FromRunner, () => process.exit(1));
}

/** When the service is gone, without having ended this process: nothing of it stays. */
async function end(): Promise<void> {
  isEnding = true;
  await killChildren();
  await rm(process.cwd(), { recursive: true, force: true });
  // This process leads a group, see who starts it; workerd may have been started meanwhile.
  process.kill(-process.pid, 'SIGKILL');
}
