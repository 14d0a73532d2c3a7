import type { SiteRedirectDestination } from '@quire/contract';
import { type Db, invalid, newId, notFound, type Tx } from '@quire/runtime';
import { findRedirectFrom, insertRedirect, type RedirectRow, updateRedirect } from '../tables/redirect.js';
import { pathTo, pathToSection } from './addresses.js';
import { requireSection } from './sections.js';
import { requireSiteSpace } from './site-spaces.js';
import type { Tree } from './tree.js';

export interface Redirecting {
  source: string;
  destination: SiteRedirectDestination;
}

/** Throws 404 when the destination is not on the site, and 409 when the source leads somewhere already. */
export async function addRedirect(
  tx: Tx,
  { siteId, tree }: { siteId: string; tree: Tree },
  { source, destination, now }: Redirecting & { now: Date },
): Promise<RedirectRow> {
  const row = { id: newId(now.getTime()), source: spelled(source), ...columnsOf(destination, tree) };
  await insertRedirect(tx, { ...row, site_id: siteId, created_at: now });
  return row;
}

/** Throws as {@link addRedirect} does. */
export async function changeRedirect(
  tx: Tx,
  { row, tree }: { row: RedirectRow; tree: Tree },
  {
    source = row.source,
    destination,
  }: { source?: string | undefined; destination?: Redirecting['destination'] | undefined },
): Promise<RedirectRow> {
  const changed = {
    ...row,
    source: spelled(source),
    ...(destination === undefined ? {} : columnsOf(destination, tree)),
  };
  await updateRedirect(tx, changed);
  return changed;
}

/**
 * The path that readers of another one are led on to, both from the root of the site on. A living page comes before a
 * redirect: `isPage` is asked whether one stands there.
 */
export async function leadOn(
  db: Db,
  { siteId, tree, path }: { siteId: string; tree: Tree; path: readonly string[] },
  isPage: () => Promise<boolean>,
): Promise<string | undefined> {
  if (path.length === 0) return undefined;
  const source = path.map((part) => `/${encodeURIComponent(part)}`).join('');
  const found = await findRedirectFrom(db, siteId, source);
  return found === undefined || (await isPage()) ? undefined : pathBehind(found, tree);
}

/**
 * The path that a redirect leads to, from the root of the site on; that of a page names it by its id, so that it leads to
 * the page wherever it has moved. Throws 404 while nothing is to be seen there.
 */
export function pathBehind({ section_id, site_space_id, page_id }: RedirectRow, tree: Tree): string {
  if (site_space_id === null) {
    const path = pathToSection(requireSection(tree, section_id!), tree);
    if (path === undefined) throw notFound('redirect');
    return path;
  }
  const path = pathTo(requireSiteSpace(tree, site_space_id), tree);
  return page_id === null ? path : `${path}/~/page/${encodeURIComponent(page_id)}`;
}

function columnsOf(destination: SiteRedirectDestination, tree: Tree) {
  if (destination.kind === 'site-section') {
    const { id } = requireSection(tree, destination.siteSectionId);
    return { section_id: id, site_space_id: null, page_id: null };
  }
  const { id } = requireSiteSpace(tree, destination.siteSpaceId);
  return { section_id: null, site_space_id: id, page_id: destination.kind === 'site-page' ? destination.pageId : null };
}

/** A path in the one spelling by which it is found. Throws 400 for one that no browser would ever ask for. */
export function spelled(source: string, field = 'body.source'): string {
  try {
    const parts = source.slice(1).split('/').map(decodeURIComponent);
    const isAsked = (part: string) => !/^\.{1,2}$/.test(part) && !/[/\0]/.test(part);
    if (parts.every(isAsked)) return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw invalid([{ path: field, message: 'must be a path that an address can have: UTF-8, no `.` and `..`' }]);
}
