import { type Db, notFound, type Principal } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findSite, type SiteKey, type SiteRow } from '../tables/site.js';
import { findShownSpaces, type ShownSpace } from '../tables/site-space.js';
import { findTree } from '../tables/tree.js';
import { publishedRoot } from './published-root.js';
import { type Tree, type TreeSiteSpace, treeOf } from './tree.js';

/** A site as somebody sees it: what its sections and spaces are presented from. */
export interface SiteView {
  site: SiteRow;
  tree: Tree;
  /** Where its published pages are; undefined while this reader finds none. */
  root: string | undefined;
  /** By their ids: those that the presentation is about. */
  spaces: ReadonlyMap<string, ShownSpace>;
  principal: Principal;
  publicUrl: string;
}

interface Looking {
  principal: Principal;
  shareKey?: string | undefined;
  /** The spaces that will be presented; all of them unless given. */
  of?: (tree: Tree) => readonly TreeSiteSpace[];
}

/** Throws 404 when there is no such site. */
export async function viewSite(db: Db, sites: Sites, key: SiteKey, looking: Looking): Promise<SiteView> {
  const { principal, shareKey, of = ({ siteSpaces }: Tree) => siteSpaces } = looking;
  const site = await findSite(db, key);
  if (!site) throw notFound('site');
  const tree = treeOf(await findTree(db, site.id));
  const root = await publishedRoot(db, sites, { site, shareKey });
  const spaces = await findShownSpaces(
    db,
    of(tree).map(({ space_id }) => space_id),
  );
  return { site, tree, root, spaces, principal, publicUrl: sites.publicUrl };
}
