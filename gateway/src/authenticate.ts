import type { IncomingHttpHeaders } from 'node:http';
import type { OperationContract } from '@quire/contract';
import { internalContract } from '@quire/contract';
import {
  type Cache,
  Failure,
  forbidden,
  hashToken,
  internalCall,
  isIntegrationToken,
  isWellFormedToken,
  type Principal,
  type TokenScope,
  unauthenticated,
  unavailable,
} from '@quire/runtime';
import { sessionToken } from './session.js';

/**
 * Who calls, as far as the token tells; `failure` says why a request that needs a caller is refused. `bySession` means that
 * the token came in a browser's cookie.
 */
export type Caller =
  | { kind: 'principal'; principal: Principal; tokenHash: string; bySession: boolean }
  | { kind: 'anonymous'; failure: Failure }
  | { kind: 'bad-token'; failure: Failure; bySession: boolean }
  | { kind: 'unknown'; failure: Failure };

/** Finds the caller by the `Authorization` header or, where there is none, by the session cookie. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Caller>;

export interface AuthenticateOptions {
  cache: Cache;
  identityUrl: string;
  /** Who knows the tokens of integrations and their installations. */
  integrationsUrl: string;
  secret: string;
  clock?: () => Date;
}

/** An answer of identity is relied on for so long, unless identity takes it back before. */
const ttlSeconds = 30;
const negativeTtlSeconds = 5;
const introspectionTimeoutMs = 700;

/** An administrator may choose the first token freely, if it is this long. */
const shortestFreeToken = 32;
const longestToken = 512;

export function createAuthenticate({
  cache,
  identityUrl,
  integrationsUrl,
  secret,
  clock = () => new Date(),
}: AuthenticateOptions): Authenticate {
  const caller = { service: 'gateway', secret, timeoutMs: introspectionTimeoutMs };
  const introspectUser = internalCall(internalContract.introspectToken, { ...caller, baseUrl: identityUrl });
  const introspectIntegration = internalCall(internalContract.introspectIntegrationToken, {
    ...caller,
    baseUrl: integrationsUrl,
  });
  const holderOf = (token: string, tokenHash: string): Promise<Holder | null> =>
    cache.remember(`principal:${tokenHash}`, { ttlSeconds, negativeTtlSeconds }, async () => {
      const introspect = isIntegrationToken(token) ? introspectIntegration : introspectUser;
      const { principal, expiresAt } = await introspect({ params: {}, body: { tokenHash } });
      return principal && { principal, expiresAt };
    });
  const isOver = ({ expiresAt }: Holder) => expiresAt !== undefined && new Date(expiresAt) <= clock();

  return async (headers) => {
    const { authorization } = headers;
    const bySession = authorization === undefined;
    const token = bySession ? sessionToken(headers) : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bySession && token === undefined) return { kind: 'anonymous', failure: unauthenticated() };
    if (token === undefined || !isPossible(token)) return badToken(bySession);
    const tokenHash = hashToken(token);
    try {
      const holder = await holderOf(token, tokenHash);
      if (!holder || isOver(holder)) return badToken(bySession);
      return { kind: 'principal', principal: holder.principal, tokenHash, bySession };
    } catch (error) {
      // Nobody may be locked out, or let in, because identity cannot be asked.
      const failure = unavailable('Tokens cannot be checked right now; try again.');
      failure.cause = error;
      return { kind: 'unknown', failure };
    }
  };
}

/** Who has a token, and until when: a cached answer must not outlive it. */
interface Holder {
  principal: Principal;
  expiresAt?: string | undefined;
}

function isPossible(token: string): boolean {
  if (token.startsWith('quire_')) return isWellFormedToken(token);
  return token.length >= shortestFreeToken && token.length <= longestToken;
}

function badToken(bySession: boolean): Caller {
  const failure = new Failure('unauthenticated', 'The token is unknown, expired or revoked.', undefined, {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  });
  return { kind: 'bad-token', failure, bySession };
}

/** Throws 403 when the token's scopes or the principal's standing do not suffice for the operation. */
export function requireScope(principal: Principal, { method, access }: OperationContract): void {
  const needed: TokenScope[] = [method === 'GET' ? 'read' : 'write'];
  if (access === 'instance-admin') needed.push('admin');
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing) throw forbidden(`The token lacks the scope "${missing}".`);
}
