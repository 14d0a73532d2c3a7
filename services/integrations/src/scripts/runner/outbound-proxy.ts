import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Failure } from '@quire/runtime/errors';
import { createOutbound, type Outbound } from '@quire/runtime/outbound';

export interface OutboundProxyOptions {
  /** Path of the socket that workerd sends all requests of a script to. */
  socket: string;
  allow: readonly string[];
  publicUrl: string;
}

const maxRequestBytes = 10 * 1024 * 1024;
const maxAnswerBytes = 25 * 1024 * 1024;
const timeoutMs = 25_000;
const everywhere = ['0.0.0.0/0', '::/0'];

/** Of one connection, or written anew by whoever sends next. */
const perHop =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|cf-.*|mf-.*)$/;
const decoded = /^(content-encoding|content-length)$/;
/** What a gateway behind a trusted proxy would believe. */
const claims = /^(forwarded|x-forwarded-.*|x-real-ip|x-quire-.*)$/;

/**
 * The only way out for a script: every request is made by the safe client, one hop at a time, because workerd follows
 * redirects by itself. Quire itself may be reached wherever it is.
 */
export async function startOutboundProxy({ socket, allow, publicUrl }: OutboundProxyOptions): Promise<Server> {
  const guarded = createOutbound({ allow });
  const toQuire = createOutbound({ allow: everywhere });
  const { origin } = new URL(publicUrl);
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 64 * 1024 }, (request, response) => {
    const url = request.url ?? '';
    const isQuire = URL.canParse(url) && new URL(url).origin === origin;
    forward(request, response, { url, isQuire, client: isQuire ? toQuire : guarded }).catch((error: unknown) =>
      refuse(response, error),
    );
  });
  // Neither raw connections nor web sockets.
  server.on('connect', (_request, connection) => connection.destroy());
  server.on('upgrade', (_request, connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return server;
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, isQuire, client }: { url: string; isQuire: boolean; client: Outbound },
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const sent = new Map<string, string>();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || perHop.test(name) || (isQuire && claims.test(name))) continue;
    sent.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const { method = 'GET' } = request;
  const reads = method === 'GET' || method === 'HEAD';
  const answer = await client.fetchBytes(url, {
    method,
    headers: Object.fromEntries(sent),
    ...(reads ? {} : { body: await readBody(request) }),
    maxRedirects: 0,
    maxBytes: maxAnswerBytes,
    timeoutMs,
    signal: gone.signal,
  });
  const headers = [...answer.headers].filter(([name]) => !perHop.test(name) && !decoded.test(name));
  response.writeHead(answer.status, headers.flat());
  response.end(answer.bytes);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxRequestBytes) request.destroy(new Error(`The request has more than ${maxRequestBytes} bytes.`));
  });
  return buffer(request);
}

/** A script sees why as an answer of 502, as it would behind any proxy. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return void response.destroy();
  const reason = error instanceof Failure ? (error.details?.[0]?.message ?? error.message) : String(error);
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`The address ${reason}`);
}
