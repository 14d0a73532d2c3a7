import { events } from '@quire/contract';
import { conflict, recordEvent, recordEvents, type Role, type Tx } from '@quire/runtime';
import {
  deleteMember,
  findMember,
  findMemberKeys,
  hasOtherAdmin,
  insertMembers,
  type MemberKey,
  type MemberRow,
  type NewMember,
  takeMemberVersions,
  updateMember,
} from '../tables/member.js';
import { memberFact } from './facts.js';
import { leaveTeams } from './team-members.js';

export interface Joining {
  userId: string;
  role: Role | null;
  sso?: boolean;
}

/** {@link joinOrganizations} for one organization; returns the user ids of those who were no members yet. */
export async function addMembers(
  tx: Tx,
  organizationId: string,
  joining: readonly Joining[],
  now: Date,
): Promise<string[]> {
  const joined = await joinOrganizations(
    tx,
    joining.map((each) => ({ ...each, organizationId })),
    now,
  );
  return joined.map(({ userId }) => userId);
}

/**
 * Adds those who are no members yet and returns them; a member stays as they are. Several organizations have to be locked
 * already, in the order of their ids.
 */
export async function joinOrganizations(
  tx: Tx,
  joining: readonly (Joining & MemberKey)[],
  now: Date,
): Promise<MemberKey[]> {
  if (joining.length === 0) return [];
  const places = new Map(joining.map((each) => [each.organizationId, 0]));
  for (const { organizationId } of joining) places.set(organizationId, places.get(organizationId)! + 1);
  const versions = await takeMemberVersions(tx, places);
  const present = new Set((await findMemberKeys(tx, joining)).map(nameOf));
  const added: NewMember[] = [];
  for (const { organizationId, userId, role, sso = false } of joining) {
    if (present.has(nameOf({ organizationId, userId }))) continue;
    const version = versions.get(organizationId)!;
    versions.set(organizationId, version + 1);
    added.push({ organization_id: organizationId, user_id: userId, role, sso, joined_at: now, version });
  }
  await insertMembers(tx, added);
  await recordEvents(tx, events.memberAdded, added.map(memberFact));
  return added.map(keyOf);
}

export interface MemberChange {
  role?: Role | null | undefined;
  disabled?: boolean | undefined;
}

/** Gives a member another role, disables or enables them. An organization never loses its last admin: 409. */
export async function changeMember(
  tx: Tx,
  before: MemberRow,
  { role = before.role, disabled = before.disabled }: MemberChange,
  version: number,
): Promise<MemberRow> {
  if (role === before.role && disabled === before.disabled) return before;
  const after = { ...before, role, disabled, version };
  if (role !== 'admin' || disabled) await refuseLastAdmin(tx, before);
  await updateMember(tx, keyOf(before), { role, disabled, version });
  await recordEvent(tx, events.memberUpdated, memberFact(after));
  return after;
}

/** Ends a membership, unless it is that of the last admin: 409. */
export async function removeMember(tx: Tx, member: MemberRow, version: number): Promise<void> {
  await refuseLastAdmin(tx, member);
  await leaveTeams(tx, keyOf(member));
  await deleteMember(tx, keyOf(member));
  await recordEvent(tx, events.memberRemoved, memberFact({ ...member, version }));
}

/**
 * Reads a membership that is about to change, with the version it gets. Changes in one organization wait for each other
 * here: two admins who demote each other at once cannot both find the other one still there.
 */
export async function turnOfMember(
  tx: Tx,
  key: MemberKey,
): Promise<{ member: MemberRow | undefined; version: number }> {
  const version = (await takeMemberVersions(tx, new Map([[key.organizationId, 1]]))).get(key.organizationId)!;
  return { version, member: await findMember(tx, key) };
}

async function refuseLastAdmin(tx: Tx, member: MemberRow): Promise<void> {
  if (member.role === 'admin' && !(await hasOtherAdmin(tx, keyOf(member)))) {
    throw conflict('An organization needs an admin; make somebody else one first.');
  }
}

const keyOf = ({ organization_id, user_id }: NewMember): MemberKey => ({
  organizationId: organization_id,
  userId: user_id,
});

const nameOf = ({ organizationId, userId }: MemberKey): string => `${organizationId}/${userId}`;
