import { type Db, entityTag } from '@quire/runtime';
import { treeOf, type Tree } from '../domain/tree.js';
import { findPublishing, type PublishingRow } from '../tables/publishing.js';
import { findSiteAt, type SiteRow } from '../tables/site.js';
import { findShownSpaces } from '../tables/site-space.js';
import type { SpaceFacts } from '../tables/space.js';
import { findTree, type TreeRows } from '../tables/tree.js';

/** All that a published site shows, apart from its pages. */
export interface Snapshot {
  site: SiteRow;
  tree: Tree;
  /** By id: the spaces that can be seen. */
  spaces: ReadonlyMap<string, SpaceFacts>;
  publishing: PublishingRow;
  /** Differs when anything does that readers see. */
  stamp: string;
}

/** The published site at an address. */
export async function findSnapshot(db: Db, address: { owner: string; site: string }): Promise<Snapshot | undefined> {
  const site = await findSiteAt(db, address);
  if (!site) return undefined;
  const [rows, publishing] = await Promise.all([findTree(db, site.id), findPublishing(db, site.id)]);
  const tree = treeOf(unconditional(rows));
  const shown = await findShownSpaces(
    db,
    tree.siteSpaces.filter((siteSpace) => siteSpace.shown).map(({ space_id }) => space_id),
  );
  // The site went between the two statements.
  if (!publishing) return undefined;
  const spaces = new Map([...shown].map(([id, { facts }]) => [id, facts]));
  const seen = [...spaces].map(([id, { title, emoji, revision }]) => [id, title, emoji, revision]);
  return { site, tree, spaces, publishing, stamp: entityTag([site, rows, publishing, seen]) };
}

/** What is shown under a condition is shown to nobody of whom it is not known to hold. */
function unconditional(rows: TreeRows): TreeRows {
  const closed = new Set(rows.sections.filter(({ condition }) => condition !== null).map(({ id }) => id));
  const isOpen = ({ condition, section_id }: TreeRows['siteSpaces'][number]) =>
    condition === null && (section_id === null || !closed.has(section_id));
  return {
    ...rows,
    siteSpaces: rows.siteSpaces.map((each) => ({ ...each, shown: each.shown && isOpen(each) })),
  };
}
