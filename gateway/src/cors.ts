import type { IncomingMessage, ServerResponse } from 'node:http';
import { setHeaders } from './visit.js';

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
  'X-Request-Id',
  'traceparent',
].join(', ');

const answerHeaders = [
  'Content-Disposition',
  'ETag',
  'Location',
  'Retry-After',
  'traceparent',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/** Lets pages of the given origins (`*` stands for all) read answers. A page sends a bearer token; a session cookie is never let in. */
export function createCors(origins: readonly string[]) {
  const all = origins.includes('*');
  const known = new Set(origins.map((origin) => origin.replace(/\/+$/, '').toLowerCase()));
  const isAllowed = (origin: string) => all || known.has(origin.toLowerCase());

  return {
    /** Marks an answer as readable by the page that asked. */
    allow(request: IncomingMessage, response: ServerResponse): void {
      if (origins.length === 0) return;
      if (!all) response.setHeader('Vary', 'Origin');
      const { origin } = request.headers;
      if (origin === undefined || !isAllowed(origin)) return;
      setHeaders(response, {
        'Access-Control-Allow-Origin': all ? '*' : origin,
        'Access-Control-Expose-Headers': answerHeaders,
      });
    },
    /** Answers OPTIONS: what the path takes, and to an allowed page that it may send it. */
    answerOptions(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): void {
      const { origin } = request.headers;
      if (origin !== undefined && isAllowed(origin)) {
        setHeaders(response, {
          'Access-Control-Allow-Methods': methods.join(', '),
          'Access-Control-Allow-Headers': requestHeaders,
          'Access-Control-Max-Age': '7200',
        });
      }
      response.writeHead(204, { Allow: methods.join(', ') }).end();
    },
  };
}

export type Cors = ReturnType<typeof createCors>;
