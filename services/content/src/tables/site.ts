import type { Db } from '@quire/runtime';

/** Whether one of the spaces, and not one in the trash, is shown on a published site of the organization. */
export async function isPublished(db: Db, spaceIds: readonly string[], organizationId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { published: boolean }[] }>(
    `SELECT EXISTS (
       SELECT FROM spaces sp JOIN site_spaces ss ON ss.space_id = sp.id JOIN sites s ON s.id = ss.site_id
       WHERE sp.id = ANY (?) AND sp.deleted_at IS NULL AND NOT ss.removed AND s.organization_id = ? AND s.published AND NOT s.deleted
     ) AS published`,
    [[...spaceIds], organizationId],
  );
  return rows[0]!.published;
}
