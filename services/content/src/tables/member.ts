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

/** Those of the users who are members of the organization. */
export async function findMemberIds(db: Db, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    'SELECT user_id FROM members WHERE organization_id = ? AND user_id = ANY (?) AND present',
    [organizationId, [...userIds]],
  );
  return rows.map((row) => row.user_id);
}
