import { entityTag, namesTag, type RawAnswer, type WebRequest } from '@quire/runtime';

/** Published pages load nothing from elsewhere but pictures, and run nothing but their own script. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Something to be sent, ready made. */
export interface Made {
  body: Buffer;
  tag: string;
}

export function made(text: string): Made {
  return { body: Buffer.from(text), tag: entityTag(text) };
}

export interface Sending {
  status?: number;
  type?: string;
  /** Whether only this reader may see it. */
  isPrivate: boolean;
  isIndexed?: boolean;
  /** Whether the address names what it leads to: then it is not asked for again. */
  isForever?: boolean;
  /** Where the same stands as a page. */
  canonical?: string;
}

/** Sends something that is asked for again before it is shown again; 304 when the reader has it already. */
export function send(
  { headers }: Pick<WebRequest, 'headers'>,
  { body, tag }: Made,
  { status = 200, type = 'text/html', isPrivate, isIndexed = false, isForever = false, canonical }: Sending,
): RawAnswer {
  const common = {
    ETag: tag,
    'Cache-Control': `${isPrivate ? 'private' : 'public'}, ${isForever ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate'}`,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    ...(isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }),
    ...(isPrivate ? { Vary: 'Cookie' } : {}),
    ...(canonical === undefined ? {} : { Link: `<${canonical}>; rel="canonical"` }),
  };
  const held = headers['if-none-match'];
  if (status === 200 && held !== undefined && namesTag(held, tag, 'weak')) return { status: 304, headers: common };
  return {
    status,
    headers: { ...common, 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': String(body.length) },
    body,
  };
}

/** An author's address may hold any character, a header may not. */
const inAscii = (address: string) => address.replace(/[^\x21-\x7e]/gu, encodeURIComponent);

/** Sends elsewhere, for now: what is published moves. The empty address is the root of a host. */
export const redirect = (location: string, headers: Record<string, string> = {}): RawAnswer => ({
  status: 307,
  headers: { Location: inAscii(location || '/'), 'Cache-Control': 'no-store', ...headers },
});

/** Sends to the host name that a site has of its own. Nobody is to remember it for longer than it is so. */
export const redirectToHost = (location: string): RawAnswer => ({ ...redirect(location), status: 308 });
