import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { Failure, invalid, tooLarge, unavailable, unsupportedMediaType } from '../errors.js';
import type { Log } from '../log.js';
import { entityTag, namesTag } from './etag.js';
import type { Observed } from './observe.js';

/** Sends a JSON body with a strong ETag, or 304 when the client holds it already (reads only). */
export function sendJson(request: Request, response: Response, status: number, text: string, tag?: string): void {
  const safe = request.method === 'GET' || request.method === 'HEAD';
  if (safe) {
    const etag = tag ?? entityTag(text);
    response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
    if (holds(request, etag)) return void response.status(304).end();
  } else {
    response.set('Cache-Control', 'no-store');
  }
  response.status(status).type('application/json').send(text);
}

/** Whether the client's `If-None-Match` names the tag. */
export function holds(request: IncomingMessage, tag: string): boolean {
  const header = request.headers['if-none-match'];
  return header !== undefined && namesTag(header, tag, 'weak');
}

/** Sends an answer without a body; a 205 says so with `Content-Length: 0`. */
export function sendEmpty(response: Response, status: number): void {
  response.status(status);
  if (status === 205) response.set('Content-Length', '0');
  response.end();
}

/** Turns anything that was thrown into a {@link Failure}; what the caller may not hear of becomes a plain 500. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { type, code, name, expose, status } = (error ?? {}) as Partial<Record<'type' | 'code' | 'name', string>> & {
    expose?: boolean;
    status?: number;
  };
  if (type === 'entity.too.large') return tooLarge('The request body is larger than this operation takes.');
  if (type === 'entity.parse.failed') return invalid([{ path: 'body', message: 'is not valid JSON' }]);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return unsupportedMediaType();
  if (type === 'request.aborted' || type === 'request.size.invalid') {
    return invalid([{ path: 'body', message: 'ended before its Content-Length' }]);
  }
  // What the body reader's decompression throws.
  if (expose && status === 400)
    return invalid([{ path: 'body', message: 'is not encoded as its Content-Encoding says' }]);
  if (name === 'KnexTimeoutError' || (code !== undefined && databaseIsAway(code))) {
    return unavailable('The database is not available right now.');
  }
  return new Failure('internal', 'Something went wrong on our side.');
}

/** Connection failures, shutdown, too many connections, deadlocks and serialization failures: trying again may help. */
function databaseIsAway(code: string): boolean {
  return /^(08...|57P0[123]|53300|40001|40P01|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code);
}

function isBreakOff(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET';
}

/**
 * What a request that failed is to be answered with; logs what the caller does not hear. Undefined when there is nobody to
 * answer any more: then the connection is closed.
 */
export function failureToSend(
  response: ServerResponse,
  error: unknown,
  { log, about }: { log: Log; about: Partial<Observed> },
): Failure | undefined {
  // Work that was given up because the client went away: there is nobody to answer, and nothing to mend.
  if (about.signal?.aborted && isBreakOff(error)) {
    response.destroy();
    return undefined;
  }
  const failure = toFailure(error);
  if (failure.status >= 500 && failure.kind !== 'not-implemented') {
    log.error({ err: error, requestId: about.requestId, operationId: about.operationId }, 'request failed');
  }
  if (!response.headersSent) return failure;
  response.destroy();
  return undefined;
}

/** Sends a failure in the shape of the API and logs what the caller does not hear. */
export function sendFailure(response: ServerResponse, error: unknown, log: Log, about: Partial<Observed>): void {
  const failure = failureToSend(response, error, { log, about });
  if (!failure) return;
  const text = JSON.stringify(failure);
  response.statusCode = failure.status;
  for (const [name, value] of Object.entries(failure.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
