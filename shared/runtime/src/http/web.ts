import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { Failure } from '../errors.js';
import { type RawAnswer } from './operation.js';
import { sendRaw } from './handle.js';

/** A request for a web page. */
export interface WebRequest {
  /** As it came: encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  signal: AbortSignal;
}

/** What a service answers beside operations: web pages below a path of their own, which anybody may ask for. */
export interface Web<Context> {
  /** Such as `/s/`. */
  prefix: `/${string}/`;
  answer(request: WebRequest, context: Context): Promise<RawAnswer>;
}

/** Answers a request for a web page. */
export async function handleWeb<Context>(
  { answer, prefix }: Web<Context>,
  context: Context,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Failure('method-not-allowed', 'Use GET.', undefined, { Allow: 'GET, HEAD' });
  }
  response.locals.operationId = prefix;
  const [path = '', ...query] = request.originalUrl.split('?');
  const { headers } = request;
  const { signal } = response.locals as { signal: AbortSignal };
  await sendRaw(
    request,
    response,
    await answer({ path, query: new URLSearchParams(query.join('?')), headers, signal }, context),
  );
}
