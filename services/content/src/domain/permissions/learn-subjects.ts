import { transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import { findMemberIds, projectMember } from '../../tables/member.js';
import type { Subjects } from '../../tables/permission.js';
import { findTeamIds, projectTeam } from '../../tables/team.js';
import { rememberUsers } from '../../tables/user.js';

/**
 * Asks identity about those of the users and teams of whom no event has told yet: who joined a moment ago can be granted
 * something at once. To be called before the transaction that does so.
 */
export async function learnSubjects(
  { db, identity }: Pick<Content, 'db' | 'identity'>,
  organization: string,
  { users = [], teams = [] }: Partial<{ [kind in keyof Subjects]: Subjects[kind] | undefined }>,
): Promise<void> {
  const strangers = without(users, await findMemberIds(db, organization, users));
  const unknownTeams = without(teams, await findTeamIds(db, organization, teams));
  if (strangers.length === 0 && unknownTeams.length === 0) return;
  const [members, told] = await Promise.all([
    strangers.length === 0 ? [] : identity.getMembers(organization, strangers),
    unknownTeams.length === 0 ? [] : identity.getTeams(organization, unknownTeams, ''),
  ]);
  // In one order: two who learn of the same people would wait for each other.
  members.sort((a, b) => (a.user < b.user ? -1 : 1));
  told.sort((a, b) => (a.id < b.id ? -1 : 1));
  await transaction(db, async (tx) => {
    await rememberUsers(tx, members);
    for (const { user, role, sequence } of members)
      await projectMember(tx, { organization, user, role, present: true, sequence });
    for (const { id, sequence } of told) await projectTeam(tx, { team: id, organization, present: true, sequence });
  });
}

const without = (ids: readonly string[], known: readonly string[]): string[] => {
  const found = new Set(known);
  return [...new Set(ids)].filter((id) => !found.has(id)).sort();
};
