import type { Principal } from '@quire/runtime';
import type { MemberKey } from '../tables/member.js';
import { authorize, may } from './organization.js';

/** Like `authorize`, but everybody has the right over their own membership: guests read it, members leave. */
export function authorizeMember(
  principal: Principal,
  right: 'listMembers' | 'listTeams' | 'admin',
  { organizationId, userId }: MemberKey,
): void {
  authorize(principal, userId === principal.userId ? 'view' : right, organizationId);
}

/** Whether the caller may read the membership. */
export function maySeeMember(principal: Principal, { organizationId, userId }: MemberKey): boolean {
  return may(principal, userId === principal.userId ? 'view' : 'listMembers', organizationId);
}
