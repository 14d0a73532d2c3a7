import type { IntegrationScope } from '@quire/contract';
import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { forbidden, unauthenticated } from './errors.js';

/** Roles, strongest first; `null` stands for a guest. */
export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export type Role = (typeof roles)[number];

/** Whether `role` is at least `needed`. No role is never enough. */
export function atLeast(role: Role | null | undefined, needed: Role): boolean {
  return role != null && roles.indexOf(role) <= roles.indexOf(needed);
}

/** What a token may be used for. */
export type TokenScope = 'read' | 'write' | 'admin';

/** The caller of a request, as the gateway vouches for it. */
export interface Principal {
  kind: 'user' | 'integration' | 'installation' | 'site-visitor';
  userId: string;
  displayName: string;
  email: string;
  photoURL?: string;
  instanceAdmin: boolean;
  /** Organization id → the caller's role (null: guest) and teams there. No entry: not a member. */
  organizations: Record<string, { role: Role | null; teams: string[] }>;
  /**
   * Organization id → the caller's role where single sign-on is required and the caller has not signed on yet, and the
   * address to do so. Such an organization is not in `organizations`: until then it is closed.
   */
  signOn: Record<string, { role: Role | null; startURL: string }>;
  /** The one organization that the token is good for: it came of signing on with that organization's identity provider. */
  confinedTo?: string;
  /** The id of the token. */
  tokenId: string;
  scopes: TokenScope[];
  /** The name of the integration, where one calls by itself or by an installation of it. */
  integration?: string;
  /** Of an installation: what it may reach, and what for. */
  installation?: {
    id: string;
    organization: string;
    spaces: Selection;
    sites: Selection;
    scopes: IntegrationScope[];
  };
}

/** All that there are in the organization, or those of the given ids. */
export type Selection = 'all' | string[];

/** The header that carries a signed principal from the gateway to a service. */
export const principalHeader = 'x-quire-principal';
const lifetimeSeconds = 60;
/** Enough for somebody in 40,000 organizations: nobody is locked out by those who put them into theirs. */
export const maxAssertionBytes = 4 * 1024 * 1024;
/** Larger ones are verified each time: thousands of them would fill the memory. */
const largestRemembered = 128 * 1024;

/** A new Ed25519 key pair as PEM texts: the gateway signs with the private one, services hold the public one only. */
export function generateAssertionKeys(): { privateKey: string; publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** Signs principals: `<base64url JSON>.<base64url Ed25519 signature>`, good for 60 seconds from `now` (Unix seconds). */
export function principalSigner(privateKeyPem: string): (principal: Principal, now?: number) => string {
  const key: KeyObject = createPrivateKey(privateKeyPem);
  return (principal, now = Date.now() / 1000) => {
    const payload = Buffer.from(JSON.stringify({ principal, expires: Math.floor(now) + lifetimeSeconds }));
    return `${payload.toString('base64url')}.${sign(null, payload, key).toString('base64url')}`;
  };
}

/**
 * Verifies assertions of {@link principalSigner}. Throws `unauthenticated` (401) for none, a forged or an expired one.
 * Verified assertions are remembered until they expire: a signature costs more than the rest of a small request.
 */
export function principalVerifier(publicKeyPem: string): (assertion: string | undefined, now?: number) => Principal {
  const key: KeyObject = createPublicKey(publicKeyPem);
  const verified = new LRUCache<string, { principal: Principal; expires: number }>({ max: 2_000 });
  return (assertion, now = Date.now() / 1000) => {
    if (!assertion) throw unauthenticated('This service is reached through the gateway only.');
    let claim = verified.get(assertion);
    if (!claim) {
      const [payload = '', signature = ''] = assertion.split('.');
      const bytes = Buffer.from(payload, 'base64url');
      if (!verify(null, bytes, key, Buffer.from(signature, 'base64url'))) throw unauthenticated();
      claim = JSON.parse(bytes.toString('utf8')) as { principal: Principal; expires: number };
      if (assertion.length <= largestRemembered) verified.set(assertion, claim);
    }
    if (claim.expires < now) throw unauthenticated();
    return claim.principal;
  };
}

/** Throws 403, with the address to sign on at, when the caller has to do so before they may act in the organization. */
export function requireSignOn({ signOn }: Principal, organizationId: string): void {
  const required = Object.hasOwn(signOn, organizationId) ? signOn[organizationId] : undefined;
  if (required) throw forbidden(`This organization requires single sign-on. Sign on at ${required.startURL}`);
}
