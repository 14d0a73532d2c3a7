import type { Db, Tx } from '@quire/runtime';
import type { SpaceFacts } from './space.js';

/** A space on a site as it is shown: one whose space is deleted is not, until it is restored. */
export interface SiteSpaceRow {
  id: string;
  site_id: string;
  space_id: string;
  path: string;
  order_key: string;
  condition: string | null;
  version: number;
  facts: SpaceFacts;
  is_default: boolean;
}

/** A site always has a default: the chosen one, or the first while that is hidden. */
const shown = `
  WITH chosen AS (
    SELECT ss.id FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id JOIN sites s ON s.id = ss.site_id
    WHERE ss.site_id = :siteId AND sp.state = 'present'
    ORDER BY ss.id = s.default_site_space_id DESC NULLS LAST, ss.order_key LIMIT 1
  ), shown AS (
    SELECT ss.id, ss.site_id, ss.space_id, ss.path, ss.order_key, ss.condition, ss.version, sp.facts,
      ss.id = (SELECT id FROM chosen) AS is_default
    FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id
    WHERE ss.site_id = :siteId AND sp.state = 'present'
  )`;

export interface SiteSpaceKey {
  siteId: string;
  siteSpaceId: string;
}

export async function findSiteSpace(db: Db, key: SiteSpaceKey): Promise<SiteSpaceRow | undefined> {
  const sql = `${shown} SELECT * FROM shown WHERE id = :siteSpaceId`;
  const { rows } = await db.raw<{ rows: SiteSpaceRow[] }>(sql, { ...key });
  return rows[0];
}

export interface SiteSpaceFilter {
  siteId: string;
  /** Only the default, or only the others. */
  isDefault?: boolean | undefined;
}

const wanted = '(:isDefault::boolean IS NULL OR is_default = :isDefault)';

export async function listSiteSpaces(
  db: Db,
  { siteId, isDefault }: SiteSpaceFilter,
  { after, limit }: { after?: { orderKey: string; id: string } | undefined; limit: number },
): Promise<SiteSpaceRow[]> {
  const { rows } = await db.raw<{ rows: SiteSpaceRow[] }>(
    `${shown} SELECT * FROM shown WHERE ${wanted} AND (order_key, id) > (:orderKey, :id)
     ORDER BY order_key, id LIMIT :limit`,
    { siteId, isDefault: isDefault ?? null, orderKey: after?.orderKey ?? '', id: after?.id ?? '', limit },
  );
  return rows;
}

export async function countSiteSpaces(db: Db, { siteId, isDefault }: SiteSpaceFilter): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `${shown} SELECT count(*)::integer AS count FROM shown WHERE ${wanted}`,
    { siteId, isDefault: isDefault ?? null },
  );
  return rows[0]!.count;
}

/** Where a space stands on its site, be it shown or not. */
export interface Place {
  id: string;
  space_id: string;
  path: string;
  order_key: string;
  version: number;
  shown: boolean;
}

/** All spaces of a site in their order. */
export async function listPlaces(db: Db, siteId: string): Promise<Place[]> {
  const { rows } = await db.raw<{ rows: Place[] }>(
    `SELECT ss.id, ss.space_id, ss.path, ss.order_key, ss.version, sp.state = 'present' AS shown
     FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id WHERE ss.site_id = ? ORDER BY ss.order_key`,
    [siteId],
  );
  return rows;
}

export type NewSiteSpace = Pick<SiteSpaceRow, 'id' | 'site_id' | 'space_id' | 'path' | 'order_key'> & {
  created_at: Date;
};

export async function insertSiteSpaces(tx: Tx, rows: readonly NewSiteSpace[]): Promise<void> {
  await tx('site_spaces').insert([...rows]);
}

export type SiteSpaceChanges = Partial<Pick<SiteSpaceRow, 'path' | 'condition' | 'order_key'>>;

export async function updateSiteSpace(tx: Tx, id: string, changes: SiteSpaceChanges): Promise<void> {
  await tx('site_spaces').where({ id }).update(changes);
}

export async function deleteSiteSpaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx('site_spaces').whereIn('id', ids).delete();
}
