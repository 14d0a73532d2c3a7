import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { OperationContract, ServiceName } from '@quire/contract';
import { createObserver, invalid, type Log, nameSpan, notFound, type Principal, sendFailure } from '@quire/runtime';
import { createClientAddress } from './addresses.js';
import { type Authenticate, type Caller, requireScope } from './authenticate.js';
import { awaitsContinue, discardBody, requireBodyWithin } from './bodies.js';
import type { Cors } from './cors.js';
import type { HostnameOf } from './hostnames.js';
import { isTraceparent } from './headers.js';
import { sendFailureLine, sendFailurePage } from './pages/failure.js';
import type { Proxy } from './proxy.js';
import type { RateLimit } from './rate-limit.js';
import type { Readiness } from './readiness.js';
import { type FindRoute, methodNotAllowed, type Route } from './routes.js';
import { securityHeaders } from './security-headers.js';
import type { Sessions } from './session.js';
import { sendText, setHeaders, type Visit } from './visit.js';

export interface DoorOptions {
  publicUrl: string;
  trustedProxies: readonly string[];
  log: Log;
  findRoute: FindRoute;
  hostnameOf: HostnameOf;
  authenticate: Authenticate;
  sign: (principal: Principal) => string;
  rateLimit: RateLimit;
  sessions: Sessions;
  cors: Cors;
  proxies: Readonly<Record<ServiceName, Proxy>>;
  ready: () => Promise<Readiness>;
  draining: () => boolean;
  /** The gateway's own pages: answers a GET, or returns false when there is no such page. */
  showPage: (visit: Visit, caller: Caller) => Promise<boolean>;
  /** Whether a path is one of theirs. */
  isPage: (path: string) => boolean;
}

const defaultTimeoutMs = 30_000;
const pageMethods = ['GET', 'HEAD', 'OPTIONS'];
const integrationMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The public door: everything that a request passes before it reaches a service. */
export function createDoor(options: DoorOptions): RequestListener {
  const { publicUrl, trustedProxies, log, cors, draining } = options;
  const observe = createObserver(log);
  const clientAddress = createClientAddress(trustedProxies);
  const security = securityHeaders(publicUrl);

  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    const observed = observe(request, response);
    const given = response.getHeader('traceparent') ?? request.headers.traceparent;
    const traceparent = isTraceparent(given) ? given : newTraceparent();
    response.setHeader('traceparent', traceparent);
    setHeaders(response, security);
    if (draining()) response.setHeader('Connection', 'close');
    cors.allow(request, response);

    const visit: Visit = {
      request,
      response,
      method: request.method ?? 'GET',
      path: request.url.split('?', 1)[0]!,
      address: clientAddress(request),
      traceparent,
      observed,
      sendFailure,
    };
    serve(visit, options).catch((error: unknown) => refuse(visit, error, log));
  };
}

async function serve(visit: Visit, options: DoorOptions): Promise<void> {
  const hostname = await options.hostnameOf(visit.request);
  if (hostname !== undefined) return read(visit, options, hostname);
  if (visit.path === '/healthz' || visit.path === '/readyz') return probe(visit, options);
  if (visit.path.startsWith('/s/')) return read(visit, options);
  if (visit.path.startsWith('/i/')) return callIntegration(visit, options);
  if (visit.path.startsWith('/v1/') && !options.isPage(visit.path)) return enter(visit, options);
  return lookAround(visit, options);
}

function refuse({ request, response, observed, sendFailure: send }: Visit, error: unknown, log: Log): void {
  // Who was not told to go on may send the body or not: the connection has no known next byte.
  const undecided = awaitsContinue(request);
  if (undecided && !response.headersSent) response.setHeader('Connection', 'close');
  send(response, error, log, observed);
  if (!undecided) discardBody(request, response);
}

async function probe({ method, path, response }: Visit, { ready, draining }: DoorOptions): Promise<void> {
  if (!pageMethods.includes(method)) throw methodNotAllowed(['GET'], pageMethods);
  response.setHeader('Cache-Control', 'no-store');
  if (path === '/healthz') return sendText(response, 200, 'application/json', '{"status":"ok"}');
  const { ok, details } = await ready();
  const status = draining() ? 'draining' : ok ? 'ready' : 'not ready';
  sendText(response, status === 'ready' ? 200 : 503, 'application/json', JSON.stringify({ status, details }));
}

/**
 * A request for a published page: whoever may read it, the sites service finds out by itself. At a host name of a site's own
 * everything is a page of it.
 */
async function read(visit: Visit, options: DoorOptions, hostname?: string) {
  const { rateLimit, authenticate, cors, proxies, trustedProxies } = options;
  const { request, response, method, observed, traceparent } = visit;
  // The script of a page reads what search found as data.
  if (!/[?&]format=json(?:&|$)/.test(request.url!))
    visit.sendFailure = /\.(?:md|txt|xml)$/.test(visit.path) ? sendFailureLine : sendFailurePage;
  await rateLimit(visit, await authenticate({}));
  if (method === 'OPTIONS') return cors.answerOptions(request, response, pageMethods);
  if (!pageMethods.includes(method)) throw methodNotAllowed(['GET'], pageMethods);
  observed.operationId = 'published';
  if (hostname !== undefined) request.url = `/s${request.url}`;
  proxies.sites.forward(visit, {
    timeoutMs: defaultTimeoutMs,
    requestId: observed.requestId,
    traceparent,
    trustsPeer: trustedProxies.length > 0,
    assertion: undefined,
    hostname,
    answered: () => undefined,
  });
}

/** A request to an integration, from anybody and by any method. What it answers is the integration's, not Quire's. */
async function callIntegration(visit: Visit, { rateLimit, authenticate, proxies, trustedProxies }: DoorOptions) {
  const { request, response, method, observed, traceparent } = visit;
  await rateLimit(visit, await authenticate({}));
  if (!integrationMethods.includes(method)) throw methodNotAllowed(integrationMethods, integrationMethods);
  observed.operationId = 'integration';
  requireBodyWithin(request, {});
  // Nobody but the integration says which pages may read its answers.
  for (const name of response.getHeaderNames()) if (name.startsWith('access-control-')) response.removeHeader(name);
  const mayContinue = awaitsContinue(request);
  proxies.integrations.forward(visit, {
    timeoutMs: defaultTimeoutMs,
    requestId: observed.requestId,
    traceparent,
    trustsPeer: trustedProxies.length > 0,
    assertion: undefined,
    answered: () => undefined,
  });
  if (mayContinue) response.writeContinue();
}

/** A request for something that is no operation. */
async function lookAround(visit: Visit, { authenticate, rateLimit, sessions, cors, isPage, showPage }: DoorOptions) {
  const caller = await authenticate(visit.request.headers);
  await rateLimit(visit, caller);
  sessions.guard(visit.request, visit.response, caller);
  if (!isPage(visit.path)) throw notFound('path');
  if (visit.method === 'OPTIONS') return cors.answerOptions(visit.request, visit.response, pageMethods);
  if (!pageMethods.includes(visit.method)) throw methodNotAllowed(['GET'], pageMethods);
  if (!(await showPage(visit, caller))) throw notFound('page');
}

/** A request for an operation: route, authenticate, count, check, send on. */
async function enter(visit: Visit, options: DoorOptions): Promise<void> {
  const { request, response, observed, traceparent } = visit;
  const { findRoute, authenticate, rateLimit, sessions, cors, proxies, sign, trustedProxies } = options;
  const found = attempt(() => findRoute(visit.method, visit.path));
  const needsCaller = 'error' in found || (found.route.kind === 'operation' && !isPublic(found.route.operation));
  const caller = await authenticate(needsCaller ? request.headers : {});
  await rateLimit(visit, caller);
  sessions.guard(request, response, caller);
  if ('error' in found) throw found.error;
  if (found.route.kind === 'options') return cors.answerOptions(request, response, found.route.methods);

  const { operation } = found.route;
  observed.operationId = operation.operationId;
  nameSpan(operation.operationId);
  if (/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) {
    throw invalid([{ path: 'headers.Upgrade', message: 'is not offered here' }]);
  }
  const assertion = isPublic(operation) ? undefined : sign(requireCaller(caller, operation));
  requireBodyWithin(request, operation);

  const endsSession = operation.operationId === 'endSession' && caller.kind === 'principal' && caller.bySession;
  const mayContinue = awaitsContinue(request);
  proxies[operation.service].forward(visit, {
    timeoutMs: operation.timeout ?? defaultTimeoutMs,
    requestId: observed.requestId,
    traceparent,
    trustsPeer: trustedProxies.length > 0,
    assertion,
    answered: (status) => {
      if (endsSession && status === 204) sessions.clear(response);
    },
  });
  if (mayContinue) response.writeContinue();
}

const isPublic = ({ access }: OperationContract) => access === 'public';

function requireCaller(caller: Caller, operation: OperationContract): Principal {
  if (caller.kind !== 'principal') throw caller.failure;
  requireScope(caller.principal, operation);
  return caller.principal;
}

function attempt(find: () => Route): { route: Route } | { error: unknown } {
  try {
    return { route: find() };
  } catch (error) {
    return { error };
  }
}

/** A proxy may be asked for `http://host/path`: what counts here is the path. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const path = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Marked as sampled: a service that does record is not to be kept from it by a gateway that does not. */
function newTraceparent(): string {
  const [trace, span] = [randomUUID().replaceAll('-', ''), randomUUID().replaceAll('-', '')];
  return `00-${trace}-${span.slice(0, 16)}-01`;
}
