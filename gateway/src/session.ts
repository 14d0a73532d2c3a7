import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { forbidden, sessionCookie, sessionCookieName } from '@quire/runtime';
import type { Caller } from './authenticate.js';

const cookies = (header: string | undefined) => (header ?? '').split(';').map((pair) => pair.trim());
const isSession = (pair: string) => pair.startsWith(`${sessionCookieName}=`);

/** The token in a browser's session cookie; empty when the cookie is. */
export function sessionToken({ cookie }: IncomingHttpHeaders): string | undefined {
  return cookies(cookie)
    .find(isSession)
    ?.slice(sessionCookieName.length + 1);
}

/** Takes the session out of what is sent on to a service. */
export function dropSession(headers: IncomingHttpHeaders): void {
  const others = cookies(headers.cookie).filter((pair) => pair !== '' && !isSession(pair));
  if (others.length > 0) headers.cookie = others.join('; ');
  else delete headers.cookie;
}

export interface Sessions {
  /**
   * What a session cookie takes beyond a bearer token, because browsers send it without being asked: throws 403 for a
   * write that another site's page may have caused, and takes a cookie away that is good for nothing.
   */
  guard(request: IncomingMessage, response: ServerResponse, caller: Caller): void;
  clear(response: ServerResponse): void;
}

export function createSessions(publicUrl: string): Sessions {
  const { origin } = new URL(publicUrl);
  const cleared = sessionCookie(publicUrl);
  const clear = (response: ServerResponse) => void response.appendHeader('Set-Cookie', cleared);

  return {
    clear,
    guard(request, response, caller) {
      if ((caller.kind !== 'principal' && caller.kind !== 'bad-token') || !caller.bySession) return;
      if (caller.kind === 'bad-token') return clear(response);
      // Not even as a picture or a script may another origin's page load what a session sees.
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      if (isSafe(request) || isSameOrigin(request, origin)) return;
      throw forbidden(`With a session cookie only pages of ${origin} may write; other clients send a bearer token.`);
    },
  };
}

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Browsers say by themselves where a request comes from, and pages cannot change it; who says nothing is refused. */
function isSameOrigin({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
