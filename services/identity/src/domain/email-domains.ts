import type { Principal, Tx } from '@quire/runtime';
import { mayBringIn } from '../policies/email-domain.js';
import { findUserIdsOfDomains } from '../tables/email-domain.js';
import type { OrganizationRow } from '../tables/organization.js';
import { addMembers } from './members.js';

/** Domain names are compared as they are stored: in lower case, each once. */
export const normalDomains = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/**
 * Makes members of the users of domains that an organization has gained, as far as whoever gave it the domain may bring
 * them in. Users of domains that it had before stay out: whom it removed does not come back by themselves.
 */
export async function bringIn(
  tx: Tx,
  principal: Principal,
  { before, after, now }: { before?: OrganizationRow; after: OrganizationRow; now: Date },
): Promise<void> {
  const gained = after.email_domains.filter(
    (domain) => !before?.email_domains.includes(domain) && mayBringIn(principal, domain),
  );
  if (gained.length === 0) return;
  const userIds = await findUserIdsOfDomains(tx, gained);
  const joining = userIds.map((userId) => ({ userId, role: after.default_role }));
  await addMembers(tx, after.id, joining, now);
}
