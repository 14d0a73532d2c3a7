import { invalid, type Role, type Tx } from '@quire/runtime';
import { findMemberIdsWithoutSso } from '../tables/member.js';
import { findUserIdsByEmail } from '../tables/user.js';
import { addMembers } from './members.js';
import { registerUsers } from './users.js';

export interface Invitation {
  email: string;
  role: Role | null;
  sso: boolean;
}

const maxDisplayName = 64;

export interface Invited {
  /** User ids of those who were no members yet. */
  joined: string[];
  /** Addresses of members who stay as they are, although the invitation would have them sign on. */
  notSignedOn: string[];
}

/**
 * Makes members of people by their addresses, all or none. Who is unknown becomes a user who cannot sign in until they are
 * given a token or sign on.
 */
export async function inviteByEmail(
  tx: Tx,
  organizationId: string,
  invitations: readonly Invitation[],
  now: Date,
): Promise<Invited> {
  const emails = invitations.map(({ email }) => email);
  await registerUsers(
    tx,
    emails.map((email) => ({ email, displayName: nameFrom(email), into: organizationId })),
    now,
  );
  const ids = new Map((await findUserIdsByEmail(tx, emails)).map(({ email, id }) => [email, id]));
  const joining = invitations.map(({ email, role, sso }) => ({ userId: ids.get(email)!, role, sso }));
  refuseRepeated(joining.map(({ userId }) => userId));
  const joined = await addMembers(tx, organizationId, joining, now);
  const inviting = joining.filter(({ sso }) => sso).map(({ userId }) => userId);
  const without = new Set(await findMemberIdsWithoutSso(tx, organizationId, inviting));
  return { joined, notSignedOn: emails.filter((email) => without.has(ids.get(email)!)) };
}

function nameFrom(email: string): string {
  const characters = Array.from(email.slice(0, email.indexOf('@')));
  return characters.slice(0, maxDisplayName).join('');
}

function refuseRepeated(userIds: readonly string[]): void {
  const repeated = userIds.flatMap((id, index) => (userIds.indexOf(id) < index ? [index] : []));
  if (repeated.length === 0) return;
  throw invalid(repeated.map((index) => ({ path: `body.emails.${index}`, message: 'repeats an earlier address' })));
}
