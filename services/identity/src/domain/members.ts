import { events } from '@quire/contract';
import { conflict, recordEvent, recordEvents, type Role, type Tx } from '@quire/runtime';
import {
  deleteMember,
  findMember,
  findMemberIds,
  hasOtherAdmin,
  insertMembers,
  type MemberKey,
  type MemberRow,
  nextMemberVersion,
  updateMemberRole,
} from '../tables/member.js';
import { memberFact } from './facts.js';
import { leaveTeams } from './team-members.js';

export interface Joining {
  userId: string;
  role: Role | null;
  sso?: boolean;
}

/** Adds those who are no members yet and returns their user ids; a member stays as they are. */
export async function addMembers(
  tx: Tx,
  organizationId: string,
  joining: readonly Joining[],
  now: Date,
): Promise<string[]> {
  const firstVersion = (await nextMemberVersion(tx, organizationId, joining.length)) - joining.length + 1;
  const present = new Set(
    await findMemberIds(
      tx,
      organizationId,
      joining.map(({ userId }) => userId),
    ),
  );
  const added = joining
    .filter(({ userId }) => !present.has(userId))
    .map(({ userId, role, sso = false }, index) => ({
      organization_id: organizationId,
      user_id: userId,
      role,
      sso,
      joined_at: now,
      version: firstVersion + index,
    }));
  await insertMembers(tx, added);
  await recordEvents(tx, events.memberAdded, added.map(memberFact));
  return added.map(({ user_id }) => user_id);
}

/** Gives a member another role. An organization never loses its last admin: 409. */
export async function changeRole(tx: Tx, member: MemberRow, role: Role | null, version: number): Promise<MemberRow> {
  if (role === member.role) return member;
  const key = keyOf(member);
  if (role !== 'admin') await refuseLastAdmin(tx, member);
  await updateMemberRole(tx, key, { role, version });
  const after = { ...member, role, version };
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
  const version = await nextMemberVersion(tx, key.organizationId);
  return { version, member: await findMember(tx, key) };
}

async function refuseLastAdmin(tx: Tx, member: MemberRow): Promise<void> {
  if (member.role === 'admin' && !(await hasOtherAdmin(tx, keyOf(member)))) {
    throw conflict('An organization needs an admin; make somebody else one first.');
  }
}

const keyOf = ({ organization_id, user_id }: MemberRow): MemberKey => ({
  organizationId: organization_id,
  userId: user_id,
});
