import { type Db, project, type Role, type Tx } from '@quire/runtime';

export interface MemberFacts {
  organization: string;
  user: string;
  role: Role | null;
  present: boolean;
  sequence: number;
}

/** Notes what is told of a membership; false when something newer is known. */
export async function projectMember(tx: Tx, facts: MemberFacts): Promise<boolean> {
  const { organization: organization_id, user: user_id, role, present, sequence } = facts;
  const row = { organization_id, user_id, role, present, sequence };
  return project(tx, 'members', { key: ['organization_id', 'user_id'], row });
}

/** The role and teams of a member; undefined for somebody who is none. */
export async function findMembership(
  db: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<{ role: Role | null; teams: string[] } | undefined> {
  const { rows } = await db.raw<{ rows: { role: Role | null; teams: string[] }[] }>(
    `SELECT role, ARRAY(SELECT t.team_id FROM team_members t JOIN teams ON teams.id = t.team_id
                        WHERE t.user_id = m.user_id AND t.present AND teams.organization_id = m.organization_id) AS teams
     FROM members m WHERE organization_id = ? AND user_id = ? AND present`,
    [organizationId, userId],
  );
  return rows[0];
}

/** Those of the users who are members of the organization and known by name: who is not could not be shown. */
export async function findMemberIds(db: Db, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    `SELECT user_id FROM members JOIN users ON users.id = user_id
     WHERE organization_id = ? AND user_id = ANY (?) AND present`,
    [organizationId, [...userIds]],
  );
  return rows.map((row) => row.user_id);
}
