import type { Principal } from '@quire/runtime';
import type { MemberKey } from '../tables/member.js';
import { authorize } from './organization.js';

/** Like `authorize`, but everybody has the right over their own membership: guests read it, members leave. */
export function authorizeMember(
  principal: Principal,
  right: 'listMembers' | 'admin',
  { organizationId, userId }: MemberKey,
): void {
  authorize(principal, userId === principal.userId ? 'view' : right, organizationId);
}
