import { notFound, type Principal } from '@quire/runtime';
import { belongs } from './organization.js';

/** Throws 404 unless the caller belongs to the organization: also somebody who is about to sign on to it. */
export function authorizeSignOn(principal: Principal, organizationId: string): void {
  if (!belongs(principal, organizationId)) throw notFound('organization');
}
