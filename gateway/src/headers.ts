import type { IncomingHttpHeaders } from 'node:http';
import { dropSession } from './session.js';

/** What concerns one connection only (RFC 9110, 7.6.1). `transfer-encoding` stays: it tells the next hop of a body. */
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer', 'upgrade'];
const neverForwarded = ['authorization', 'expect', 'http2-settings', 'proxy-authorization'];
const forwardedBy = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export function dropHopByHop(headers: IncomingHttpHeaders): void {
  for (const named of headers.connection?.split(',') ?? []) {
    const name = named.trim().toLowerCase();
    if (name !== 'transfer-encoding' && name !== 'content-length') delete headers[name];
  }
  for (const name of hopByHop) delete headers[name];
}

export interface ForwardedHeaders {
  requestId: string;
  traceparent: string;
  /** The signed principal; undefined for public operations. */
  assertion: string | undefined;
  /** A site's own host name that was asked. */
  hostname?: string | undefined;
  /** Whether the one we talk to is a reverse proxy whose word on the client counts. */
  trustsPeer: boolean;
}

/** Turns a client's headers into what a service gets: nothing of the client's can pass for the gateway's word. */
export function prepareForService(headers: IncomingHttpHeaders, forwarded: ForwardedHeaders): void {
  dropHopByHop(headers);
  for (const name of neverForwarded) delete headers[name];
  dropSession(headers);
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-quire-') || (!forwarded.trustsPeer && forwardedBy.test(name))) delete headers[name];
  }
  if (forwarded.hostname !== undefined) headers['x-quire-hostname'] = forwarded.hostname;
  headers['x-request-id'] = forwarded.requestId;
  headers.traceparent = forwarded.traceparent;
  if (forwarded.assertion !== undefined) headers['x-quire-principal'] = forwarded.assertion;
}

const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export function isTraceparent(value: unknown): value is string {
  return typeof value === 'string' && traceparentPattern.test(value);
}
