import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { Failure } from '../errors.js';
import { type RawAnswer } from './operation.js';
import { sendRaw } from './handle.js';

/** A request for a web page. */
export interface WebRequest {
  method: string;
  /** As it came: encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Not read yet. */
  body: Readable;
  signal: AbortSignal;
}

/** What a service answers beside operations: web pages below a path of their own, which anybody may ask for. */
export interface Web<Context> {
  /** Such as `/s/`. */
  prefix: `/${string}/`;
  /** What it answers; GET and HEAD unless set. */
  methods?: readonly string[];
  answer(request: WebRequest, context: Context): Promise<RawAnswer>;
}

/** Answers a request for a web page. */
export async function handleWeb<Context>(
  { answer, prefix, methods = ['GET', 'HEAD'] }: Web<Context>,
  context: Context,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const { method, headers } = request;
  if (!methods.includes(method)) {
    const declared = methods.filter((each) => each !== 'HEAD').join(' or ');
    throw new Failure('method-not-allowed', `Use ${declared}.`, undefined, { Allow: methods.join(', ') });
  }
  response.locals.operationId = prefix;
  const [path = '', ...query] = request.originalUrl.split('?');
  const { signal } = response.locals as { signal: AbortSignal };
  await sendRaw(
    request,
    response,
    await answer(
      { path, query: new URLSearchParams(query.join('?')), method, headers, body: request, signal },
      context,
    ),
  );
}
