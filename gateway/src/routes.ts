import { type Method, type OperationContract, services } from '@quire/contract';
import { Failure, invalid, notFound, RouteTable } from '@quire/runtime';

/** What a request asks for: an operation, or the methods that its path takes. */
export type Route = { kind: 'operation'; operation: OperationContract } | { kind: 'options'; methods: string[] };

/** Finds operations by method and path. Throws 400 for malformed percent-encoding, 404 and 405. */
export type FindRoute = (method: string, path: string) => Route;

export function createRoutes(operations: readonly OperationContract[]): FindRoute {
  for (const { operationId, path, service } of operations) {
    if (!path.startsWith('/v1/')) throw new Error(`${operationId} is not below /v1`);
    if (!services.includes(service)) throw new Error(`${operationId} belongs to no service`);
  }
  const table = new RouteTable(operations);
  return (method, path) => {
    requireValidEncoding(path);
    const match = table.match(method, path);
    if (match.kind === 'not-found') throw notFound('path');
    if (match.kind === 'found') return { kind: 'operation', operation: match.route };
    const methods = withImplied(match.allow);
    if (method === 'OPTIONS') return { kind: 'options', methods };
    throw methodNotAllowed(match.allow, methods);
  };
}

/** 405: `declared` are worth telling a person, `all` is what `Allow` holds. */
export function methodNotAllowed(declared: readonly string[], all: readonly string[]): Failure {
  return new Failure('method-not-allowed', `Use ${declared.join(' or ')}.`, undefined, { Allow: all.join(', ') });
}

function requireValidEncoding(path: string): void {
  // A fragment is never sent (RFC 9112, 3.2); a service would drop it and see another operation than was checked here.
  if (path.includes('#')) throw invalid([{ path: 'path', message: 'must have # as %23' }]);
  try {
    decodeURIComponent(path);
  } catch {
    throw invalid([{ path: 'path', message: 'is not valid percent-encoding' }]);
  }
}

function withImplied(methods: readonly Method[]): string[] {
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
}
