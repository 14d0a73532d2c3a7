import { type Db, project, type Tx } from '@quire/runtime';

export interface TeamFacts {
  team: string;
  organization: string;
  present: boolean;
  sequence: number;
}

/** Notes what is told of a team, unless something newer is known. */
export async function projectTeam(tx: Tx, { team: id, organization, present, sequence }: TeamFacts): Promise<void> {
  await project(tx, 'teams', { key: 'id', row: { id, organization_id: organization, present, sequence } });
}

/** Those of the teams that the organization has. */
export async function findTeamIds(db: Db, organizationId: string, teamIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    'SELECT id FROM teams WHERE organization_id = ? AND id = ANY (?) AND present',
    [organizationId, [...teamIds]],
  );
  return rows.map((row) => row.id);
}

/**
 * Notes who came to a team and who went. What is told of one of them counts unless something newer is known of that one:
 * so the changes of a team may arrive in any order.
 */
export async function projectTeamMembers(
  tx: Tx,
  { team, added, removed, sequence }: { team: string; added: string[]; removed: string[]; sequence: number },
): Promise<void> {
  await tx.raw(
    `INSERT INTO team_members (team_id, user_id, present, sequence)
     SELECT teams.id, told.user_id, told.present, :sequence
     FROM teams CROSS JOIN (SELECT unnest(:added::text[]) AS user_id, true AS present
                            UNION ALL SELECT unnest(:removed::text[]), false) AS told
     WHERE teams.id = :team AND teams.present ORDER BY told.user_id
     ON CONFLICT (team_id, user_id) DO UPDATE SET present = excluded.present, sequence = excluded.sequence
       WHERE team_members.sequence < excluded.sequence`,
    { team, added, removed, sequence },
  );
}

export async function deleteTeamMembers(tx: Tx, teamId: string): Promise<void> {
  await tx.raw('DELETE FROM team_members WHERE team_id = ?', [teamId]);
}
