import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@quire/contract';
import { invalid, type Log, nameSpan, notFound, requestObserver, sendFailure } from '@quire/runtime';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { type Authenticate, type Caller, requireScope } from './authenticate.js';
import { awaitsContinue, discardBody, requireBodyWithin } from './bodies.js';
import type { Cors } from './cors.js';
import { isTraceparent } from './headers.js';
import type { Proxy } from './proxy.js';
import type { RateLimit } from './rate-limit.js';
import type { Readiness } from './readiness.js';
import { type FindRoute, methodNotAllowed, type Route } from './routes.js';
import { sendStartPage } from './pages/start.js';

export interface DoorOptions {
  publicUrl: string;
  trustedProxies: readonly string[];
  log: Log;
  findRoute: FindRoute;
  authenticate: Authenticate;
  sign: (principal: Extract<Caller, { kind: 'principal' }>['principal']) => string;
  rateLimit: RateLimit;
  cors: Cors;
  proxies: Readonly<Record<ServiceName, Proxy>>;
  ready: () => Promise<Readiness>;
  draining: () => boolean;
  reference: express.Router;
  thingPage: (request: Request, response: Response, caller: Caller) => Promise<void>;
}

const documented = '/v1/openapi.json';
const defaultTimeoutMs = 30_000;
const ownPaths = /^\/($|healthz$|readyz$|v1\/openapi\.json$|api(\/|$)|app\/)/;
const pageMethods = ['GET', 'HEAD', 'OPTIONS'];

/** The public door: everything that a request passes before it reaches a service. */
export function createDoor(options: DoorOptions): Express {
  const { publicUrl, log, cors, draining, reference } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', options.trustedProxies.length > 0 ? [...options.trustedProxies] : false);
  app.use(requestObserver(log));
  app.use(securityHeaders(publicUrl));
  app.use((request, response, next) => {
    request.url = originForm(request.url);
    if (response.get('traceparent') === undefined) {
      const { traceparent } = request.headers;
      response.set('traceparent', isTraceparent(traceparent) ? traceparent : newTraceparent());
    }
    if (draining()) response.set('Connection', 'close');
    cors.allow(request, response);
    next();
  });
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const { ok, details } = await options.ready();
    const open = ok && !draining();
    response.set('Cache-Control', 'no-store').status(open ? 200 : 503);
    response.json({ status: draining() ? 'draining' : ok ? 'ready' : 'not ready', details });
  });
  app.use(async (request, response, next) => {
    if (request.path.startsWith('/v1/') && request.path !== documented) return enter(request, response, options);
    const { caller } = await admit(request, response, options);
    if (!ownPaths.test(request.path)) throw notFound('path');
    if (request.method === 'OPTIONS') return cors.answerOptions(request, response, pageMethods);
    if (!pageMethods.includes(request.method)) throw methodNotAllowed(['GET'], pageMethods);
    if (request.path === '/') return sendStartPage(response, publicUrl);
    if (request.path.startsWith('/app/')) return options.thingPage(request, response, caller);
    next();
  });
  app.use(reference);
  app.use(() => {
    throw notFound('path');
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    // Who was not told to go on may send the body or not: the connection has no known next byte.
    if (awaitsContinue(request)) response.set('Connection', 'close');
    sendFailure(response, error, log);
    if (!awaitsContinue(request)) discardBody(request, response);
  });
  return app;
}

/** Finds out who calls and counts the call; a failed authentication is told, not thrown. */
async function admit(
  request: Request,
  response: Response,
  { authenticate, rateLimit }: DoorOptions,
  asks: { forCaller: boolean } = { forCaller: true },
): Promise<{ caller: Caller }> {
  const caller = await authenticate(asks.forCaller ? request.headers.authorization : undefined);
  await rateLimit(request, response, caller);
  return { caller };
}

/** One request for an operation: route, authenticate, count, check, send on. */
async function enter(request: Request, response: Response, options: DoorOptions): Promise<void> {
  const { findRoute, cors, proxies, sign } = options;
  const found = attempt(() => findRoute(request.method, request.path));
  const isPublic = 'route' in found && (found.route.kind === 'options' || found.route.operation.access === 'public');
  const { caller } = await admit(request, response, options, { forCaller: !isPublic });
  if ('error' in found) throw found.error;
  if (found.route.kind === 'options') return cors.answerOptions(request, response, found.route.methods);

  const { operation } = found.route;
  response.locals.operationId = operation.operationId;
  nameSpan(operation.operationId);
  if (/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) {
    throw invalid([{ path: 'headers.Upgrade', message: 'is not offered here' }]);
  }
  if (operation.access !== 'public') {
    if (caller.kind !== 'principal') throw caller.failure;
    requireScope(caller.principal, operation);
  }
  requireBodyWithin(request, operation);

  const mayContinue = awaitsContinue(request);
  proxies[operation.service].forward(request, response, {
    timeoutMs: operation.timeout ?? defaultTimeoutMs,
    requestId: response.locals.requestId as string,
    traceparent: response.get('traceparent')!,
    trustsPeer: options.trustedProxies.length > 0,
    ...(operation.access !== 'public' && caller.kind === 'principal' ? { assertion: sign(caller.principal) } : {}),
  });
  if (mayContinue) response.writeContinue();
}

function attempt(find: () => Route): { route: Route } | { error: unknown } {
  try {
    return { route: find() };
  } catch (error) {
    return { error };
  }
}

function securityHeaders(publicUrl: string) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] },
    },
    // Files are embedded by pages of other origins; what is private needs a token anyway.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
}

/** A proxy may be asked for `http://host/path`: what counts here is the path. */
function originForm(url: string): string {
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

function newTraceparent(): string {
  // Marked as sampled: a service that does record is not to be kept from it by a gateway that does not.
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
