import type { Principal } from '@quire/runtime';
import { isAdministrator } from './user.js';

/**
 * Whether the caller's own address is of the domain. Who signed on with one organization's identity provider has the
 * address that this organization says they have: it proves nothing to others.
 */
export function ownsAddressOf({ email, confinedTo }: Principal, domain: string): boolean {
  return confinedTo === undefined && email.toLowerCase().endsWith(`@${domain}`);
}

/**
 * Whether an organization to which the caller gives the domain gains the users who have an address there. Anybody may found
 * an organization: a domain that is not theirs must not show them who is there.
 */
export function mayBringIn(principal: Principal, domain: string): boolean {
  return isAdministrator(principal) || ownsAddressOf(principal, domain);
}
