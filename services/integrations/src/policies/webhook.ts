import { atLeast, forbidden, notFound, type Principal, requireSignOn } from '@quire/runtime';

/**
 * Passes users who are admins of the organization: webhooks are told of everything in it. 404 for strangers, 403 for members
 * who are not, or have to sign on first, and for what is no user.
 */
export function authorizeWebhooks(principal: Principal, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!Object.hasOwn(principal.organizations, organizationId)) throw notFound('organization');
  if (principal.kind !== 'user' || !atLeast(principal.organizations[organizationId]!.role, 'admin')) throw forbidden();
}
