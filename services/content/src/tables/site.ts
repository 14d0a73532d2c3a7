import type { Db } from '@quire/runtime';

/** The spaces that a site shows, or would if it were published. */
export async function findSpacesOnSite(db: Db, siteId: string): Promise<string[]> {
  return db('site_spaces').where({ site_id: siteId, removed: false }).distinct().pluck<string[]>('space_id');
}

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

/** The spaces that readers find at the given addresses, by address. */
export async function findSpacesAt(db: Db, addresses: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { url: string; space_id: string }[] }>(
    `SELECT ss.url, ss.space_id FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
     WHERE ss.url = ANY (?) AND NOT ss.removed AND s.published AND NOT s.deleted`,
    [[...addresses]],
  );
  return new Map(rows.map(({ url, space_id }) => [url, space_id]));
}
