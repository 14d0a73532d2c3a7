import type { Db } from '@quire/runtime';

/** A heading over sections. */
export interface GroupRow {
  id: string;
  title: string;
  icon: string | null;
  order_key: string;
}

export interface SectionRow {
  id: string;
  group_id: string | null;
  title: string;
  description: string | null;
  path: string;
  icon: string | null;
  condition: string | null;
  order_key: string;
  /** The chosen one; while its space is deleted, the first visible one stands in. */
  default_site_space_id: string | null;
}

export interface SiteSpaceRow {
  id: string;
  space_id: string;
  section_id: string | null;
  path: string;
  condition: string | null;
  order_key: string;
  version: number;
  /** False while the space is deleted. */
  shown: boolean;
}

/** All that stands on a site, in no order. */
export interface TreeRows {
  default_section_id: string | null;
  default_site_space_id: string | null;
  groups: GroupRow[];
  sections: SectionRow[];
  siteSpaces: SiteSpaceRow[];
}

const rowsOf = (select: string) => `(SELECT coalesce(json_agg(row), '[]') FROM (${select}) row)`;

/** One statement, so that all of it is of one moment. A site is a few rows per tab: it is read whole. */
export async function findTree(db: Db, siteId: string): Promise<TreeRows> {
  const { rows } = await db.raw<{ rows: TreeRows[] }>(
    `SELECT s.default_section_id, s.default_site_space_id,
       ${rowsOf('SELECT id, title, icon, order_key FROM section_groups WHERE site_id = s.id')} AS groups,
       ${rowsOf(`SELECT id, group_id, title, description, path, icon, condition, order_key, default_site_space_id
         FROM sections WHERE site_id = s.id`)} AS sections,
       ${rowsOf(`SELECT ss.id, ss.space_id, ss.section_id, ss.path, ss.condition, ss.order_key, ss.version,
           sp.state = 'present' AS shown
         FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id WHERE ss.site_id = s.id`)} AS "siteSpaces"
     FROM sites s WHERE s.id = ?`,
    [siteId],
  );
  const none = { default_section_id: null, default_site_space_id: null, groups: [], sections: [], siteSpaces: [] };
  return rows[0] ?? none;
}
