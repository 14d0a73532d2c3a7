import type { Invite } from '@quire/contract';
import { atLeast } from '@quire/runtime';
import type { IdentityConfig } from '../config.js';
import { inviteIdOf } from '../domain/invite-links.js';
import type { InviteRow } from '../tables/invite.js';

export function presentInvite(row: InviteRow, config: IdentityConfig): Invite {
  return {
    object: 'invite',
    id: inviteIdOf({ organizationId: row.organization_id, id: row.id }, config),
    role: row.role,
    redundant: row.role === null || atLeast(row.default_role, row.role),
  };
}
