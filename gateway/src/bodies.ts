import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationContract } from '@quire/contract';
import { tooLarge } from '@quire/runtime';

const mebibyte = 1024 * 1024;
const discardMs = 5_000;

/** Throws 413 when the announced body is larger than the operation takes. What is not announced, the service counts. */
export function requireBodyWithin(
  request: IncomingMessage,
  { bodyLimit = mebibyte }: Pick<OperationContract, 'bodyLimit'>,
): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bodyLimit) throw tooLarge(`The request body may have ${bodyLimit} bytes at most.`);
}

/** Whether the client waits for a `100 Continue` before it sends the body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return request.httpVersionMinor > 0 && /^100-continue$/i.test(request.headers.expect ?? '');
}

/**
 * Reads the rest of a body that nobody wants, so that a client which sends first and reads afterwards sees its answer;
 * a client that still sends after 5 seconds is cut off.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const limit = setTimeout(() => socket.destroy(), discardMs);
  limit.unref();
  const done = () => clearTimeout(limit);
  request.once('end', done).once('close', done);
  const resume = () => void request.resume();
  if (response.writableFinished) resume();
  else response.once('finish', resume);
}
