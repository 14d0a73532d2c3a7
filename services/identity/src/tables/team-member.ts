import type { Db } from '@quire/runtime';

/** Those of the given organizations in which the user owns a team. */
export async function organizationsWithOwnTeam(
  db: Db,
  userId: string,
  organizationIds: readonly string[],
): Promise<Set<string>> {
  const ids: string[] = await db('team_members')
    .where({ user_id: userId, role: 'owner' })
    .whereIn('organization_id', organizationIds)
    .distinct()
    .pluck('organization_id');
  return new Set(ids);
}
