import {
  conflict,
  createToken,
  hashToken,
  invalid,
  newId,
  type Principal,
  type TokenScope,
  type Tx,
} from '@quire/runtime';
import { grantScopes } from '../policies/api-token.js';
import { type ApiTokenRow, insertApiToken } from '../tables/api-token.js';
import type { UserRow } from '../tables/user.js';

export const allScopes: readonly TokenScope[] = ['read', 'write', 'admin'];

export interface TokenRequest {
  name: string;
  scopes: readonly TokenScope[];
  expiresAt?: Date | undefined;
  /** The one organization that the token is good for. */
  organizationId?: string | undefined;
  now: Date;
  /** The secret, when it was chosen elsewhere. */
  token?: string;
}

export interface WantedToken {
  name: string;
  expiresAt?: string | undefined;
  scopes?: readonly TokenScope[] | undefined;
}

/**
 * Checks what a caller wants of a new token: no scopes beyond their own (403), no expiry in the past (400). A token that is
 * confined to an organization makes tokens that are.
 */
export function requestToken(principal: Principal, wanted: WantedToken, now: Date): TokenRequest {
  const expiresAt = wanted.expiresAt === undefined ? undefined : new Date(wanted.expiresAt);
  if (expiresAt && expiresAt <= now) throw invalid([{ path: 'body.expiresAt', message: 'must be in the future' }]);
  return {
    name: wanted.name,
    scopes: grantScopes(principal, wanted.scopes),
    expiresAt,
    organizationId: principal.confinedTo,
    now,
  };
}

/**
 * {@link requestToken} for somebody else: without `admin` unless they are an instance administrator, lest it wakes up when
 * they become one. Asking for it is 400; a token of somebody who is disabled would be dead: 409.
 */
export function requestTokenFor(
  user: Pick<UserRow, 'instance_admin' | 'disabled_at'>,
  { principal, wanted, now }: { principal: Principal; wanted: WantedToken; now: Date },
): TokenRequest {
  if (user.disabled_at) throw conflict('The user is disabled; enable them first.');
  const request = requestToken(principal, wanted, now);
  if (user.instance_admin) return request;
  if (wanted.scopes?.includes('admin')) {
    throw invalid([{ path: 'body.scopes', message: 'must not hold "admin": the user is no instance administrator' }]);
  }
  return { ...request, scopes: request.scopes.filter((scope) => scope !== 'admin') };
}

/** Issues an API token. The secret is known to this answer only: what is stored is its hash. */
export async function issueApiToken(
  tx: Tx,
  userId: string,
  { name, scopes, expiresAt, organizationId, now, token = createToken('pat') }: TokenRequest,
): Promise<{ row: ApiTokenRow; token: string }> {
  const row = await insertApiToken(tx, {
    id: newId(now.getTime()),
    user_id: userId,
    organization_id: organizationId ?? null,
    name,
    hash: hashToken(token),
    scopes: organizationId === undefined ? [...scopes] : scopes.filter((scope) => scope !== 'admin'),
    created_at: now,
    expires_at: expiresAt ?? null,
  });
  return { row, token };
}
