import { project, type Tx } from '@quire/runtime';

export interface SpaceSubjects {
  spaceId: string;
  organizationId: string;
  sequence: number;
  users: readonly string[];
  teams: readonly string[];
}

/** Notes who holds a permission on a space, unless something newer is known of it. */
export async function projectSpaceSubjects(tx: Tx, told: SpaceSubjects): Promise<void> {
  const { spaceId, organizationId, sequence, users, teams } = told;
  const row = { space_id: spaceId, organization_id: organizationId, sequence };
  if (!(await project(tx, 'space_permissions', { key: 'space_id', row }))) return;
  await tx.raw(
    `WITH given AS (
       SELECT 'user' AS kind, unnest(?::text[]) AS subject_id UNION SELECT 'team', unnest(?::text[])
     ), gone AS (
       DELETE FROM space_subjects s WHERE space_id = ?
         AND NOT EXISTS (SELECT 1 FROM given WHERE given.kind = s.kind AND given.subject_id = s.subject_id)
     )
     INSERT INTO space_subjects (space_id, kind, subject_id, organization_id) SELECT ?, kind, subject_id, ? FROM given
     ON CONFLICT (space_id, kind, subject_id) DO UPDATE SET organization_id = excluded.organization_id
       WHERE space_subjects.organization_id <> excluded.organization_id`,
    [[...users], [...teams], spaceId, spaceId, organizationId],
  );
}
