/** The cookie in which a browser holds the API token that signing on gave it. Scripts cannot read it. */
export const sessionCookieName = 'quire_session';

/**
 * The `Set-Cookie` header that gives a browser its session, or without one takes it away. It is sent back to `publicUrl`
 * only, and never along with another site's requests, except when somebody follows a link.
 */
export function sessionCookie(publicUrl: string, session?: { token: string; maxAgeSeconds: number }): string {
  const { pathname, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const { token, maxAgeSeconds } = session ?? { token: '', maxAgeSeconds: 0 };
  return `${sessionCookieName}=${token}; Max-Age=${maxAgeSeconds}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`;
}
