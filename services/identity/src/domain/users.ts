import { events } from '@quire/contract';
import { newId, recordEvent, recordEvents, type Tx } from '@quire/runtime';
import { findMembershipsByDomain, holdClaims } from '../tables/email-domain.js';
import { insertUnknownUsers, updateUser, type UserRow } from '../tables/user.js';
import { userFact } from './facts.js';
import { type Joining, joinOrganizations } from './members.js';

export interface Registration {
  email: string;
  displayName: string;
  instanceAdmin?: boolean;
}

/**
 * Creates a user for every address that nobody has yet, and returns those. Where the domain of an address belongs to an
 * organization, they are members of it.
 */
export async function registerUsers(tx: Tx, registrations: readonly Registration[], now: Date): Promise<UserRow[]> {
  const { users, joining } = await createUsers(tx, registrations, now);
  await joinOrganizations(tx, joining, now);
  return users;
}

/** {@link registerUsers}, but which organizations they have to join is for the caller to do, together with others. */
export async function createUsers(
  tx: Tx,
  registrations: readonly Registration[],
  now: Date,
): Promise<{ users: UserRow[]; joining: (Joining & { organizationId: string })[] }> {
  await holdClaims(tx);
  const users = await insertUnknownUsers(
    tx,
    registrations.map(({ email, displayName, instanceAdmin = false }) => ({
      id: newId(now.getTime()),
      email,
      display_name: displayName,
      instance_admin: instanceAdmin,
      created_at: now,
    })),
  );
  await recordEvents(tx, events.userCreated, users.map(userFact));
  const ids = users.map(({ id }) => id);
  return { users, joining: await findMembershipsByDomain(tx, ids) };
}

export type UserChanges = Partial<Pick<UserRow, 'display_name' | 'photo_url'>>;

/** Applies the fields that are given; without any, nothing happens. */
export async function changeUser(tx: Tx, before: UserRow, changes: UserChanges): Promise<UserRow> {
  if (Object.values(changes).every((value) => value === undefined)) return before;
  const after = await updateUser(tx, before.id, changes);
  await recordEvent(tx, events.userUpdated, userFact(after));
  return after;
}
