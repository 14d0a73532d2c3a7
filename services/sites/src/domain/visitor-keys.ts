import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Makes the keys by which sites know their visitors. */
export type VisitorKeys = (site: { id: string; number: number }) => string;

/**
 * The key of a site, 256 bits in base64url, follows from its number: it can be shown again and is stored nowhere. The next
 * number makes another one.
 */
export function visitorKeys(secret: string): VisitorKeys {
  const deriving = Buffer.from(hkdfSync('sha256', secret, '', 'quire-visitor-keys', 32));
  return ({ id, number }) => createHmac('sha256', deriving).update(`${id}:${number}`).digest('base64url');
}

export type VisitorClaims = Readonly<Record<string, unknown>>;

/**
 * What a visitor's JWT says, once it is known to be signed with the site's key (HS256, nothing else) and not to be over;
 * undefined for every other text. A token without an end (`exp`) is none.
 */
export function readVisitorToken(token: string, key: string, now: Date): VisitorClaims | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest();
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [head, claims] = [objectIn(header), objectIn(payload)];
  if (head?.alg !== 'HS256' || !claims) return undefined;
  const seconds = now.getTime() / 1000;
  const { exp, nbf = 0 } = claims;
  return typeof exp === 'number' && typeof nbf === 'number' && nbf <= seconds && seconds < exp ? claims : undefined;
}

function objectIn(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
