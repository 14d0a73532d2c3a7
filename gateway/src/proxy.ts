import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type Failure, type Log, type Observed, sendFailure, timeout, unavailable } from '@quire/runtime';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { discardBody } from './bodies.js';
import { dropHopByHop, type ForwardedHeaders, prepareForService } from './headers.js';
import type { Visit } from './visit.js';

export interface ProxyOptions {
  /** Name of the service, for messages. */
  service: string;
  baseUrl: string;
  log: Log;
  /** Whether connections should end with their next answer. */
  draining: () => boolean;
}

export interface Proxy {
  /** Sends the request on; answers 504 after `timeoutMs` without a sign of life from the service. */
  forward(visit: Visit, options: Forwarding): void;
  close(): void;
}

export interface Forwarding extends ForwardedHeaders {
  timeoutMs: number;
  /** Told the status of the service's answer before it is passed on. */
  answered: (status: number) => void;
}

/** One request under way. */
interface Exchange {
  observed: Observed;
  sendFailure: Visit['sendFailure'];
  patience: NodeJS.Timeout;
  closesAfterwards: boolean;
  answered: Forwarding['answered'];
  upstream?: ClientRequest;
  /** Why we gave up, when it was us. */
  failure?: Failure;
  retried: boolean;
}

const connectTimeoutMs = 800;
/** Below the 65 s of the services, so that they are never the first to hang up. */
const idleConnectionMs = 25_000;
/** A client may pause for so many times the operation's timeout before we take it for dead. */
const patienceWithSlowClients = 10;

/** A reverse proxy to one service over kept connections. Bodies are streamed both ways, never held. */
export function createProxy({ service, baseUrl, log, draining }: ProxyOptions): Proxy {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const options = { keepAlive: true, timeout: idleConnectionMs, maxFreeSockets: 256 };
  const agent = protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
  const host = hostname.replace(/^\[|\]$/g, '');
  const exchanges = new WeakMap<ServerResponse, Exchange>();
  const gone = (cause?: unknown) => Object.assign(unavailable(`${service} is not available right now.`), { cause });

  const fail = (response: ServerResponse, failure: Failure) => {
    if (response.headersSent || response.destroyed) return;
    const { sendFailure: send = sendFailure, observed = {} } = exchanges.get(response) ?? {};
    send(response, failure, log, observed);
    discardBody(response.req, response);
  };

  const events: Plugin = (proxy) => {
    proxy.on('start', (request, response) => {
      const exchange = exchanges.get(response)!;
      // Only here: a listener before the pipe is attached would lose the body's beginning.
      request.on('data', () => exchange.patience.refresh());
    });

    proxy.on('proxyReq', (upstream, _request, response) => {
      const exchange = exchanges.get(response)!;
      exchange.upstream = upstream;
      if (response.destroyed || exchange.failure) return void upstream.destroy();
      const socket = upstream.socket;
      if (!socket?.connecting) return;
      const deadline = setTimeout(() => {
        exchange.failure = gone(new Error(`no connection within ${connectTimeoutMs} ms`));
        upstream.destroy();
      }, connectTimeoutMs);
      socket.once('connect', () => clearTimeout(deadline)).once('close', () => clearTimeout(deadline));
    });

    proxy.on('proxyRes', (answer, request, response) => {
      const exchange = exchanges.get(response)!;
      const last = exchange.closesAfterwards || draining();
      exchange.answered(answer.statusCode!);
      dropHopByHop(answer.headers);
      answer.headers.connection = last ? 'close' : 'keep-alive';
      answer.on('data', () => exchange.patience.refresh());
      answer.once('end', () => {
        if (request.complete) return;
        // The service has answered before it had the whole body: nobody will read the rest.
        request.unpipe();
        exchange.upstream?.destroy();
        discardBody(request, response);
      });
      answer.once('close', () => {
        if (!answer.complete) response.destroy();
      });
    });

    proxy.on('error', (error: NodeJS.ErrnoException, request, target) => {
      // Only an upgraded connection would have a socket here, and those are refused.
      const response = target as ServerResponse;
      const exchange = exchanges.get(response);
      if (!exchange || response.destroyed) return;
      if (response.headersSent) {
        if (!response.writableEnded) response.destroy();
        return;
      }
      if (mayRetry(exchange, error, request)) {
        exchange.retried = true;
        return middleware(request, response);
      }
      fail(response, exchange.failure ?? gone(error));
    });
  };

  const proxied = createProxyMiddleware({
    target: { protocol, host, hostname: host, port, path: pathname === '/' ? '' : pathname },
    agent,
    // Forward the path as it came, not as a URL parser would write it.
    toProxy: true,
    xfwd: true,
    ejectPlugins: true,
    plugins: [keepBodyOfDelete, events],
  });
  const middleware = (request: IncomingMessage, response: ServerResponse) => {
    proxied(request, response, (error) => fail(response, gone(error))).catch((error: unknown) =>
      fail(response, gone(error)),
    );
  };

  return {
    forward({ request, response, observed, sendFailure: sendOwn }, { timeoutMs, answered, ...headers }) {
      let pauses = 0;
      const giveUp = () => {
        if (!response.headersSent) {
          exchange.failure = timeout(`${service} did not answer within ${timeoutMs / 1000} s.`);
          exchange.upstream?.destroy();
          return fail(response, exchange.failure);
        }
        pauses += 1;
        if (response.writableNeedDrain && pauses < patienceWithSlowClients) return void exchange.patience.refresh();
        response.destroy();
      };
      const exchange: Exchange = {
        observed,
        sendFailure: sendOwn,
        patience: setTimeout(giveUp, timeoutMs),
        closesAfterwards: wantsClose(request),
        answered,
        retried: false,
      };
      prepareForService(request.headers, headers);
      exchanges.set(response, exchange);
      response.once('close', () => {
        clearTimeout(exchange.patience);
        if (!response.writableFinished) exchange.upstream?.destroy();
      });
      middleware(request, response);
    },
    close: () => agent.destroy(),
  };
}

function wantsClose(request: IncomingMessage): boolean {
  const connection = request.headers.connection ?? '';
  return /\bclose\b/i.test(connection) || (request.httpVersion === '1.0' && !/keep-alive/i.test(connection));
}

/** A kept connection may be closed by a restarting service just as it is used again; a read can simply be repeated. */
function mayRetry(exchange: Exchange, error: NodeJS.ErrnoException, request: IncomingMessage): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const reset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
  const { upstream, failure, retried } = exchange;
  return reads && !hasBody && reset && !retried && !failure && upstream?.reusedSocket === true;
}

/**
 * The proxy library announces a DELETE without Content-Length as empty, yet sends its chunked body: the service would take
 * that body for the next request on the connection.
 */
const keepBodyOfDelete: Plugin = (proxy) => {
  const passes = proxy as unknown as { webPasses: Array<(...args: never[]) => unknown> };
  passes.webPasses = passes.webPasses.filter((pass) => pass.name !== 'deleteLength');
};
