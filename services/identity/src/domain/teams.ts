import { events } from '@quire/contract';
import { newId, recordEvent, type Tx } from '@quire/runtime';
import { deleteTeam, holdMemberships, insertTeam, type TeamRow, updateTeam } from '../tables/team.js';
import { teamFact } from './facts.js';

/** Adds a team without members. Memberships of the organization wait until the transaction ends. */
export async function createTeam(
  tx: Tx,
  { organizationId, title, now }: { organizationId: string; title: string; now: Date },
) {
  await holdMemberships(tx, organizationId);
  const team = { id: newId(now.getTime()), organization_id: organizationId, title, created_at: now };
  await insertTeam(tx, team);
  const created = { ...team, version: 1 };
  await recordEvent(tx, events.teamCreated, teamFact(created));
  return created;
}

/** Gives a locked team another title. */
export async function renameTeam(tx: Tx, team: TeamRow, title: string): Promise<TeamRow> {
  if (title === team.title) return team;
  const after = { ...team, title, version: await updateTeam(tx, team.id, { title }) };
  await recordEvent(tx, events.teamUpdated, teamFact(after));
  return after;
}

/** Removes a locked team. */
export async function removeTeam(tx: Tx, team: TeamRow): Promise<void> {
  await deleteTeam(tx, team.id);
  await recordEvent(tx, events.teamDeleted, teamFact({ ...team, version: team.version + 1 }));
}
