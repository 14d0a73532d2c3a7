import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import type { OperationContract } from '@quire/contract';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { forbidden, Failure, invalid, notFound, notImplemented, unsupportedMediaType } from '../errors.js';
import { sha256 } from '../ids.js';
import type { Log } from '../log.js';
import { principalHeader, type Principal } from '../principal.js';
import { serviceHeader, type ServiceVerifier } from '../internal.js';
import { type HandleOptions, handleOperation, handleRawOperation } from './handle.js';
import type { AnyOperation } from './operation.js';
import { nameSpan } from '../telemetry/span.js';
import { requestObserver } from './observe.js';
import { sendFailure } from './respond.js';
import { requireOpenTo } from './integration-callers.js';
import { RouteTable } from './route-table.js';
import { type InternalRoute, handleInternal } from './internal-route.js';
import { handleWeb, type Web } from './web.js';

export interface AppOptions<Context> extends HandleOptions<Context> {
  log: Log;
  /** Everything the contract gives to this service. */
  owned: readonly OperationContract[];
  operations: readonly AnyOperation<Context>[];
  /** Ids of owned operations that answer 501. */
  unimplemented: readonly string[];
  internal: readonly InternalRoute<Context>[];
  /** Web pages, for services that have some. */
  web?: Web<Context> | undefined;
  verifyPrincipal: (assertion: string | undefined) => Principal;
  verifyService: ServiceVerifier;
  /** Whether what the service depends on answers; the reason when it does not. */
  ready: () => Promise<{ ok: boolean; details: Record<string, boolean> }>;
}

/**
 * The HTTP side of a service: `/healthz`, `/readyz`, its operations and its internal routes.
 * Throws when an operation that the service owns is missing, unknown or registered twice.
 */
export function createApp<Context>(options: AppOptions<Context>): Express {
  const { log, verifyPrincipal, verifyService } = options;
  const table = new RouteTable(routesOf(options));
  const internal = new RouteTable(options.internal.map((route) => ({ ...route.contract, route })));

  const app = express();
  app.disable('x-powered-by').disable('etag');
  // Every parameter is read, however many there are: the default drops what comes after a thousand. Headers are bounded.
  app.set('query parser', (text: string) => parseQuery(text, '&', '=', { maxKeys: 0 }));
  app.use(requestObserver(log));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const { ok, details } = await options.ready();
    response.status(ok ? 200 : 503).json({ status: ok ? 'ready' : 'not ready', details });
  });
  app.use('/internal', async (request, response) => {
    verifyService(request.headers[serviceHeader] as string | undefined, request.method, request.originalUrl);
    const match = internal.match(request.method, request.originalUrl.split('?')[0]!);
    if (match.kind !== 'found') throw notFound('internal route');
    response.locals.operationId = match.route.operationId;
    await readJson(request, response, match.route.bodyLimit);
    await handleInternal(match.route.route, options.context, { request, response, params: match.params });
  });
  const { web } = options;
  if (web) {
    app.use(async (request, response, next) => {
      if (!request.originalUrl.startsWith(web.prefix)) return next();
      await handleWeb(web, options.context, { request, response, log });
    });
  }
  app.use(async (request, response) => {
    const match = table.match(request.method, request.path);
    if (match.kind === 'not-found') throw notFound('path');
    if (match.kind === 'method-not-allowed') {
      throw new Failure('method-not-allowed', `Use ${match.allow.join(' or ')}.`, undefined, {
        Allow: match.allow.join(', '),
      });
    }
    const { route, params } = match;
    response.locals.operationId = route.operationId;
    nameSpan(route.operationId);
    if (route.contract.access === 'public') {
      if (!route.operation) throw notImplemented(route.operationId);
      if (route.operation.raw) return handleRawOperation(route.operation, options, { request, response, params });
      throw new Error(`${route.operationId} is public and answers JSON: not supported`);
    }
    const principal = verifyPrincipal(request.headers[principalHeader] as string | undefined);
    if (route.contract.access === 'instance-admin' && !principal.instanceAdmin) {
      throw forbidden('Only an instance administrator may do this.');
    }
    requireOpenTo(principal, route.operationId);
    if (!route.operation) throw notImplemented(route.operationId);
    if (route.operation.raw) return handleRawOperation(route.operation, options, { request, response, params });
    await readJson(request, response, route.contract.bodyLimit);
    await handleOperation(route.operation, options, { request, response, params, principal });
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    sendFailure(response, error, log, response.locals),
  );
  return app;
}

interface Route<Context> {
  operationId: string;
  method: OperationContract['method'];
  path: string;
  contract: OperationContract;
  operation?: AnyOperation<Context>;
}

function routesOf<Context>({ owned, operations, unimplemented }: AppOptions<Context>): Route<Context>[] {
  const byId = new Map<string, AnyOperation<Context>>();
  for (const operation of operations) {
    const id = operation.contract.operationId;
    if (byId.has(id)) throw new Error(`${id} is registered twice`);
    if (!owned.some((contract) => contract.operationId === id))
      throw new Error(`${id} is not this service's operation`);
    if (unimplemented.includes(id)) throw new Error(`${id} is implemented and listed as unimplemented`);
    byId.set(id, operation);
  }
  return owned.map((contract) => {
    const { operationId, method, path } = contract;
    const operation = byId.get(operationId);
    if (!operation && !unimplemented.includes(operationId)) throw new Error(`${operationId} has no handler`);
    return { operationId, method, path, contract, ...(operation ? { operation } : {}) };
  });
}

const megabyte = 1024 * 1024;

/**
 * Reads a JSON body of at most `limit` bytes (1 MiB unless given) into `request.body`, and its hash into
 * `response.locals.bodyHash`; no body leaves both undefined.
 */
async function readJson(request: Request, response: Response, limit = megabyte): Promise<void> {
  const length = request.headers['content-length'];
  if ((length === undefined || length === '0') && request.headers['transfer-encoding'] === undefined) return;
  if (!request.is(['application/json', 'application/*+json'])) throw unsupportedMediaType();
  let isText = true;
  const verify = (_request: unknown, _response: unknown, bytes: Buffer, charset: string) => {
    isText = charset !== 'utf-8' || isUtf8(bytes);
    // Of the bytes, not of what they say: walking a body that is nested deeply enough would exhaust the stack.
    response.locals.bodyHash = sha256(bytes);
  };
  await new Promise<void>((resolve, reject) => {
    express.json({ limit, strict: false, type: () => true, verify })(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    );
  });
  if (!isText) throw invalid([{ path: 'body', message: 'is not valid UTF-8' }]);
}
