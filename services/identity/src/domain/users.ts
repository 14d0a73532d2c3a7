import { events } from '@quire/contract';
import { newId, recordEvent, recordEvents, type Tx } from '@quire/runtime';
import { findMembershipsByDomain, holdClaims } from '../tables/email-domain.js';
import { lockOrganizations } from '../tables/organization.js';
import { insertUnknownUsers, updateUser, type UserRow } from '../tables/user.js';
import { userFact } from './facts.js';
import { joinOrganizations } from './members.js';

export interface Registration {
  email: string;
  displayName: string;
  instanceAdmin?: boolean;
  /** The organization that makes them a member right after this, in its own way. */
  into?: string;
}

/**
 * Creates a user for every address that nobody has yet, and returns those. Where the domain of an address belongs to an
 * organization, they are members of it.
 */
export async function registerUsers(tx: Tx, registrations: readonly Registration[], now: Date): Promise<UserRow[]> {
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
  const into = new Set(registrations.flatMap((registration) => registration.into ?? []));
  const joining = (await findMembershipsByDomain(tx, ids)).filter(({ organizationId }) => !into.has(organizationId));
  // All at once and in order: two registrations into each other's domain would else wait for each other for ever.
  await lockOrganizations(tx, [...into, ...joining.map(({ organizationId }) => organizationId)]);
  await joinOrganizations(tx, joining, now);
  return users;
}

export type UserChanges = Partial<Pick<UserRow, 'display_name' | 'photo_url'>>;

/** Applies the fields that are given; without any, nothing happens. */
export async function changeUser(tx: Tx, before: UserRow, changes: UserChanges): Promise<UserRow> {
  if (Object.values(changes).every((value) => value === undefined)) return before;
  const after = await updateUser(tx, before.id, changes);
  await recordEvent(tx, events.userUpdated, userFact(after));
  return after;
}
