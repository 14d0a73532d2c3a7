import { events, type TeamRole } from '@quire/contract';
import { recordEvent, recordEvents, type Tx } from '@quire/runtime';
import type { MemberKey } from '../tables/member.js';
import { deleteTeamMembers, insertTeamMembers, touchTeamsOfMember, updateTeamRoles } from '../tables/team-member.js';
import { updateTeam } from '../tables/team.js';
import { type TeamFactRow, teamMembersFact } from './facts.js';

/** User ids of members of the organization. */
export interface TeamChange {
  /** Who shall be in the team. Without a role somebody new becomes a `member`, and others keep theirs. */
  put?: readonly { userId: string; role?: TeamRole | undefined }[];
  /** Who shall not, even if they are in `put`. */
  remove?: readonly string[];
}

/** Changes who is in a team that this transaction has locked or made, and returns the user ids of all who were touched. */
export async function changeTeamMembers(
  tx: Tx,
  team: TeamFactRow,
  { put = [], remove = [] }: TeamChange,
): Promise<string[]> {
  const leaving = new Set(remove);
  const roles = new Map(put.filter(({ userId }) => !leaving.has(userId)).map(({ userId, role }) => [userId, role]));
  const wanted = [...roles].map(([userId, role]) => ({ userId, role }));
  const removed = await deleteTeamMembers(tx, team.id, remove);
  const added = await insertTeamMembers(
    tx,
    team,
    wanted.map(({ userId, role = 'member' }) => ({ userId, role })),
  );
  const changed = await updateTeamRoles(
    tx,
    team.id,
    wanted.flatMap(({ userId, role }) => (role ? [{ userId, role }] : [])),
  );
  const touched = [...added, ...changed, ...removed];
  if (touched.length > 0) {
    const after = { ...team, version: await updateTeam(tx, team.id) };
    await recordEvent(tx, events.teamMembersChanged, teamMembersFact(after, { added, changed, removed }));
  }
  return touched;
}

/** Tells of every team that a member is about to lose. It has to be the turn of the organization's memberships. */
export async function leaveTeams(tx: Tx, key: MemberKey): Promise<void> {
  const teams = await touchTeamsOfMember(tx, key);
  const facts = teams.map((team) => teamMembersFact(team, { removed: [key.userId] }));
  await recordEvents(tx, events.teamMembersChanged, facts);
}
