import type { Db, Tx } from '@quire/runtime';

export interface ShareLinkRow {
  id: string;
  site_id: string;
  name: string;
  active: boolean;
  created_at: Date;
  version: number;
}

export interface ShareLinkKey {
  siteId: string;
  shareLinkId: string;
}

const columns = ['id', 'site_id', 'name', 'active', 'created_at', 'version'] as const;

export async function findShareLink(db: Db, { siteId, shareLinkId }: ShareLinkKey): Promise<ShareLinkRow | undefined> {
  return db('share_links')
    .where({ site_id: siteId, id: shareLinkId })
    .first(...columns);
}

export async function listShareLinks(
  db: Db,
  siteId: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<ShareLinkRow[]> {
  return db('share_links')
    .where({ site_id: siteId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function listAllShareLinks(db: Db, siteId: string): Promise<ShareLinkRow[]> {
  return db('share_links')
    .where({ site_id: siteId })
    .select(...columns);
}

export async function countShareLinks(db: Db, siteId: string): Promise<number> {
  const [row] = await db('share_links').where({ site_id: siteId }).count<{ count: string }[]>();
  return Number(row!.count);
}

export type NewShareLink = Omit<ShareLinkRow, 'active' | 'version'>;

export async function insertShareLink(tx: Tx, row: NewShareLink): Promise<ShareLinkRow> {
  const [inserted] = await tx('share_links')
    .insert(row)
    .returning([...columns]);
  return inserted as ShareLinkRow;
}

/** Changes a link and counts its version up. */
export async function updateShareLink(
  tx: Tx,
  id: string,
  changes: Partial<Pick<ShareLinkRow, 'name' | 'active'>>,
): Promise<ShareLinkRow> {
  const [updated] = await tx('share_links')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning([...columns]);
  return updated as ShareLinkRow;
}

export async function deleteShareLink(tx: Tx, id: string): Promise<void> {
  await tx('share_links').where({ id }).delete();
}
