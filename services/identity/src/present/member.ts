import type { Member } from '@quire/contract';
import type { MemberRow } from '../tables/member.js';
import { presentUser } from './user.js';

export function presentMember(member: MemberRow, publicUrl: string): Member {
  return {
    object: 'member',
    id: member.user_id,
    role: member.role,
    user: presentUser({ ...member, id: member.user_id }, publicUrl),
    disabled: member.disabled || member.user_disabled,
    joinedAt: member.joined_at.toISOString(),
    ...(member.last_seen_at ? { lastSeenAt: member.last_seen_at.toISOString() } : {}),
    sso: member.sso,
    spaces: member.spaces,
    teams: member.teams,
  };
}
