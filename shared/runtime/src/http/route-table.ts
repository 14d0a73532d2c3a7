import type { Method } from '@quire/contract';
import { invalid } from '../errors.js';

interface Node<Route> {
  fixed: Map<string, Node<Route>>;
  parameter?: Node<Route>;
  /** Takes the rest of the path, slashes included. */
  rest?: Node<Route>;
  routes: Map<Method, { route: Route; names: string[] }>;
}

/** What a path leads to: a route with its parameters, the methods the path does take, or nothing. */
export type Match<Route> =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'method-not-allowed'; allow: Method[] }
  | { kind: 'not-found' };

/** Path parameters that may hold slashes, so that clients which do not encode them are understood too. */
const restParameters = new Set(['pagePath']);

/**
 * Finds routes by method and path in time that depends on the path's length only.
 * Templates are OpenAPI's (`/v1/spaces/{spaceId}`); a fixed segment wins over a parameter.
 */
export class RouteTable<Route extends { method: Method; path: string }> {
  #root: Node<Route> = emptyNode();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) this.#add(route);
  }

  #add(route: Route): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of route.path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        const next = node.fixed.get(segment) ?? emptyNode<Route>();
        node.fixed.set(segment, next);
        node = next;
      } else {
        names.push(name);
        node = restParameters.has(name) ? (node.rest ??= emptyNode()) : (node.parameter ??= emptyNode());
      }
    }
    if (node.routes.has(route.method)) throw new Error(`${route.method} ${route.path} is routed twice`);
    node.routes.set(route.method, { route, names });
  }

  /** Throws `invalid` (400) when a segment is not valid percent-encoding. */
  match(method: string, path: string): Match<Route> {
    const segments = path.split('/').slice(1);
    const found = walk(this.#root, segments, 0, []);
    if (!found) return { kind: 'not-found' };
    const entry =
      found.node.routes.get(method as Method) ?? (method === 'HEAD' ? found.node.routes.get('GET') : undefined);
    if (!entry) return { kind: 'method-not-allowed', allow: [...found.node.routes.keys()].sort() };
    const params = Object.fromEntries(
      entry.names.map((name, index) => [name, decode(found.values[index] ?? '', name)]),
    );
    return { kind: 'found', route: entry.route, params };
  }
}

function emptyNode<Route>(): Node<Route> {
  return { fixed: new Map(), routes: new Map() };
}

function walk<Route>(
  node: Node<Route>,
  segments: readonly string[],
  index: number,
  values: readonly string[],
): { node: Node<Route>; values: readonly string[] } | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.routes.size > 0 ? { node, values } : undefined;
  const fixed = node.fixed.get(segment);
  const viaFixed = fixed && walk(fixed, segments, index + 1, values);
  if (viaFixed) return viaFixed;
  if (segment !== '' && node.parameter) {
    const viaParameter = walk(node.parameter, segments, index + 1, [...values, segment]);
    if (viaParameter) return viaParameter;
  }
  const rest = segments.slice(index).join('/');
  return node.rest && rest !== '' ? { node: node.rest, values: [...values, rest] } : undefined;
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid([{ path: `params.${name}`, message: 'is not valid percent-encoding' }]);
  }
}
