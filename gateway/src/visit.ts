import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observed, sendFailure } from '@quire/runtime';

/**
 * One request on its way through the door. Plain Node rather than Express: the door is passed by everything, and
 * Express would double its cost.
 */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Without the query. */
  path: string;
  /** The caller's address, behind trusted proxies the one that they name. */
  address: string | undefined;
  traceparent: string;
  observed: Observed;
  /** How a failure is told: as the API does, or as a page. */
  sendFailure: typeof sendFailure;
}

export function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  setHeaders(response, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': String(Buffer.byteLength(text)) });
  response.end(text);
}
