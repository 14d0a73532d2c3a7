import { type RawAnswer, sessionCookie } from '@quire/runtime';
import { isReturnPath } from '../domain/saml/return-path.js';

export interface Session {
  token: string;
  expiresAt: Date;
}

/** Gives a browser its session, and sends it to a path of this instance. */
export function startedSession(
  { token, expiresAt }: Session,
  { returnTo, publicUrl, now }: { returnTo: string | null; publicUrl: string; now: Date },
): RawAnswer {
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  const path = returnTo !== null && isReturnPath(returnTo) ? returnTo : '/app/tokens';
  return {
    status: 303,
    headers: {
      Location: new URL(publicUrl + path).href,
      'Set-Cookie': sessionCookie(publicUrl, { token, maxAgeSeconds }),
      'Cache-Control': 'no-store',
    },
  };
}
