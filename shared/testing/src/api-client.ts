export type QueryValue = string | number | boolean | undefined | readonly (string | number | boolean)[];

export interface RequestOptions {
  query?: Record<string, QueryValue>;
  headers?: Record<string, string>;
  /** The status that the caller expects; any other one throws {@link UnexpectedResponse}. */
  expect?: number;
  /** Aborted when the caller leaves without waiting for the answer. */
  signal?: AbortSignal;
}

export interface ApiResponse<Body = any> {
  status: number;
  headers: Headers;
  /** Parsed when the answer is JSON, else text; `undefined` when it is empty. */
  body: Body;
}

export interface ApiClient {
  get<Body = any>(path: string, options?: RequestOptions): Promise<ApiResponse<Body>>;
  delete<Body = any>(path: string, options?: RequestOptions): Promise<ApiResponse<Body>>;
  post<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse<Body>>;
  put<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse<Body>>;
  patch<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse<Body>>;
  /** Every item of a list, page after page. */
  pages<Item = any>(path: string, options?: RequestOptions): AsyncGenerator<Item, void, undefined>;
}

/** An answer with another status than the expected one: the message shows the request and the answer's body. */
export class UnexpectedResponse extends Error {
  override name = 'UnexpectedResponse';
  constructor(
    method: string,
    url: URL,
    readonly response: ApiResponse,
    expected: string,
  ) {
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body, null, 2);
    super(
      `${method} ${url.pathname}${url.search} answered ${response.status}, not ${expected}:\n${body ?? '(no body)'}`,
    );
  }
}

/**
 * A small client of the HTTP API for tests. Paths are appended to `baseUrl`. Without `expect` every answer is returned, also
 * that of a failure; `pages` expects 200. A request without an answer throws with method and path.
 */
export function apiClient(baseUrl: string, token?: string): ApiClient {
  async function send(
    method: string,
    path: string,
    { query, headers, expect, signal }: RequestOptions,
    body?: unknown,
  ) {
    const url = new URL(baseUrl.replace(/\/+$/, '') + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined) url.searchParams.append(name, String(item));
      }
    }
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const request: RequestInit = {
      method,
      redirect: 'manual',
      ...(signal ? { signal } : {}),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
    };
    let answer: Response;
    try {
      answer = await fetch(url, request);
    } catch (error) {
      throw new Error(`${method} ${url.href} got no answer: ${describe(error)}`, { cause: error });
    }
    const text = await answer.text();
    const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
    const response: ApiResponse = {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    };
    if (expect !== undefined && response.status !== expect) {
      throw new UnexpectedResponse(method, url, response, String(expect));
    }
    return response;
  }
  return {
    get: (path, options = {}) => send('GET', path, options),
    delete: (path, options = {}) => send('DELETE', path, options),
    post: (path, body, options = {}) => send('POST', path, options, body),
    put: (path, body, options = {}) => send('PUT', path, options, body),
    patch: (path, body, options = {}) => send('PATCH', path, options, body),
    async *pages(path, options = {}) {
      let page: string | undefined;
      do {
        const query = page === undefined ? options.query : { ...options.query, page };
        const { body } = await send('GET', path, { expect: 200, ...options, query });
        yield* body.items;
        page = body.next?.page;
      } while (page !== undefined);
    },
  };
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
