import { invalid, type Role, type Tx } from '@quire/runtime';
import { findUserIdsByEmail } from '../tables/user.js';
import { addMembers } from './members.js';
import { registerUsers } from './users.js';

export interface Invitation {
  email: string;
  role: Role | null;
  sso: boolean;
}

const maxDisplayName = 64;

/**
 * Makes members of people by their addresses, all or none, and returns the user ids of those who were not yet.
 * Who is unknown becomes a user who cannot sign in until they are given a token or sign on.
 */
export async function inviteByEmail(
  tx: Tx,
  organizationId: string,
  invitations: readonly Invitation[],
  now: Date,
): Promise<string[]> {
  const emails = invitations.map(({ email }) => email);
  await registerUsers(
    tx,
    emails.map((email) => ({ email, displayName: nameFrom(email), into: organizationId })),
    now,
  );
  const ids = new Map((await findUserIdsByEmail(tx, emails)).map(({ email, id }) => [email, id]));
  const joining = invitations.map(({ email, role, sso }) => ({ userId: ids.get(email)!, role, sso }));
  refuseRepeated(joining.map(({ userId }) => userId));
  return addMembers(tx, organizationId, joining, now);
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
