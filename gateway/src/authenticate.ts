import type { OperationContract } from '@quire/contract';
import { internalContract } from '@quire/contract';
import {
  type Cache,
  Failure,
  forbidden,
  hashToken,
  internalCall,
  isWellFormedToken,
  type Principal,
  type TokenScope,
  unauthenticated,
  unavailable,
} from '@quire/runtime';

/** Who calls, as far as the token tells; `failure` says why a request that needs a caller is refused. */
export type Caller =
  | { kind: 'principal'; principal: Principal; tokenHash: string }
  | { kind: 'anonymous'; failure: Failure }
  | { kind: 'bad-token'; failure: Failure }
  | { kind: 'unknown'; failure: Failure };

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export interface AuthenticateOptions {
  cache: Cache;
  identityUrl: string;
  secret: string;
}

/** An answer of identity is relied on for so long, unless identity takes it back before. */
const ttlSeconds = 30;
const negativeTtlSeconds = 5;
const introspectionTimeoutMs = 700;

/** An administrator may choose the first token freely, if it is this long. */
const shortestFreeToken = 32;
const longestToken = 512;

export function createAuthenticate({ cache, identityUrl, secret }: AuthenticateOptions): Authenticate {
  const introspect = internalCall(internalContract.introspectToken, {
    baseUrl: identityUrl,
    service: 'gateway',
    secret,
    timeoutMs: introspectionTimeoutMs,
  });
  const lookUp = (tokenHash: string): Promise<Principal | null> =>
    cache.remember(`principal:${tokenHash}`, { ttlSeconds, negativeTtlSeconds }, async () => {
      const { principal } = await introspect({ params: {}, body: { tokenHash } });
      return principal;
    });

  return async (authorization) => {
    if (authorization === undefined) return { kind: 'anonymous', failure: unauthenticated() };
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (token === undefined || !isPossible(token)) return badToken();
    const tokenHash = hashToken(token);
    try {
      const principal = await lookUp(tokenHash);
      return principal ? { kind: 'principal', principal, tokenHash } : badToken();
    } catch (error) {
      // Nobody may be locked out, or let in, because identity cannot be asked.
      const failure = unavailable('Tokens cannot be checked right now; try again.');
      failure.cause = error;
      return { kind: 'unknown', failure };
    }
  };
}

function isPossible(token: string): boolean {
  if (token.startsWith('quire_')) return isWellFormedToken(token);
  return token.length >= shortestFreeToken && token.length <= longestToken;
}

function badToken(): Caller {
  const failure = new Failure('unauthenticated', 'The token is unknown, expired or revoked.', undefined, {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  });
  return { kind: 'bad-token', failure };
}

/** Throws 403 when the token's scopes or the principal's standing do not suffice for the operation. */
export function requireScope(principal: Principal, { method, access }: OperationContract): void {
  const needed: TokenScope[] = [method === 'GET' ? 'read' : 'write'];
  if (access === 'instance-admin') needed.push('admin');
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing) throw forbidden(`The token lacks the scope "${missing}".`);
}
