import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { Failure } from '../errors.js';
import type { Log } from '../log.js';
import { sendRaw } from './handle.js';
import { type RawAnswer } from './operation.js';
import { failureToSend } from './respond.js';

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
  /** What is answered where that fails, which is logged by then; the JSON of the API unless set. */
  failed?(request: WebRequest, failure: Failure): RawAnswer;
}

/** Answers a request for a web page. */
export async function handleWeb<Context>(
  web: Web<Context>,
  context: Context,
  { request, response, log }: { request: Request; response: Response; log: Log },
): Promise<void> {
  response.locals.operationId = web.prefix;
  const [path = '', ...query] = request.originalUrl.split('?');
  const { signal } = response.locals as { signal: AbortSignal };
  const { method, headers } = request;
  const asked = { path, query: new URLSearchParams(query.join('?')), method, headers, body: request, signal };
  try {
    await sendRaw(request, response, await answerOf(web, asked, context));
  } catch (error) {
    if (!web.failed) throw error;
    const failure = failureToSend(response, error, { log, about: response.locals });
    if (failure) await sendRaw(request, response, web.failed(asked, failure));
  }
}

async function answerOf<Context>(
  { answer, methods = ['GET', 'HEAD'] }: Web<Context>,
  request: WebRequest,
  context: Context,
): Promise<RawAnswer> {
  if (!methods.includes(request.method)) {
    const declared = methods.filter((each) => each !== 'HEAD').join(' or ');
    throw new Failure('method-not-allowed', `Use ${declared}.`, undefined, { Allow: methods.join(', ') });
  }
  return answer(request, context);
}
