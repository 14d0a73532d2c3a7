import type { Site } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { SpaceFacts } from './space.js';
import type { SiteSpaceRow } from './tree.js';

/** A space that can be seen, and how: the most public of the published sites that carry it decides. */
export interface ShownSpace {
  facts: SpaceFacts;
  published_as: Site['visibility'] | null;
}

/** What is shown of those of the spaces that can be seen, by their ids. */
export async function findShownSpaces(db: Db, ids: readonly string[]): Promise<Map<string, ShownSpace>> {
  const { rows } = await db.raw<{ rows: (ShownSpace & { id: string })[] }>(
    `SELECT sp.id, sp.facts, (
       SELECT s.visibility FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
       WHERE ss.space_id = sp.id AND s.published
       ORDER BY array_position(ARRAY['public', 'unlisted', 'share-link', 'visitor-auth'], s.visibility) LIMIT 1
     ) AS published_as
     FROM spaces sp WHERE sp.id = ANY (?) AND sp.state = 'present'`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}

export type NewSiteSpace = Pick<SiteSpaceRow, 'id' | 'section_id' | 'space_id' | 'path' | 'order_key'> & {
  site_id: string;
  created_at: Date;
};

export async function insertSiteSpaces(tx: Tx, rows: readonly NewSiteSpace[]): Promise<void> {
  await tx('site_spaces').insert([...rows]);
}

export type SiteSpaceChanges = Partial<Pick<SiteSpaceRow, 'path' | 'condition' | 'order_key' | 'section_id'>>;

export async function updateSiteSpace(tx: Tx, id: string, changes: SiteSpaceChanges): Promise<void> {
  await tx('site_spaces').where({ id }).update(changes);
}

/** Puts all spaces of a site that stand outside of sections into one, in their order and under their paths. */
export async function adoptSiteSpaces(tx: Tx, siteId: string, sectionId: string): Promise<void> {
  await tx('site_spaces').where({ site_id: siteId, section_id: null }).update({ section_id: sectionId });
}

/** Counts versions up, as often as something is told about them. */
export async function countUpSiteSpaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx('site_spaces')
    .whereIn('id', ids)
    .update({ version: tx.raw('version + 1') });
}

export async function deleteSiteSpaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx('site_spaces').whereIn('id', ids).delete();
}
