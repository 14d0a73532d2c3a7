import type { PublishedSiteContentLookup } from '@quire/contract';
import { type Db, forbidden, notFound } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findPublishing } from '../tables/publishing.js';
import { findPublishedAt, type SiteAddress, type SiteRow } from '../tables/site.js';
import { findTree } from '../tables/tree.js';
import { originOf, pathTo, sharedRootOf } from './addresses.js';
import type { Claims } from './condition.js';
import { publishedRoot } from './published-root.js';
import { leadOn } from './redirects.js';
import { siblingsIn } from './site-spaces.js';
import { type Tree, treeOf, type TreeSiteSpace } from './tree.js';
import { visibleTo } from './visible-tree.js';
import { readVisitorToken } from './visitor-keys.js';

export interface Lookup {
  url: string;
  redirectOnError: boolean;
  jwtToken?: string | undefined;
}

/** What stands at a published address. Throws 404 when nothing does, for this visitor. */
export async function resolveUrl(db: Db, sites: Sites, lookup: Lookup): Promise<PublishedSiteContentLookup> {
  const address = readAddress(lookup.url, sites.publicUrl);
  const site = address && (await findPublishedAt(db, address.at));
  if (!site) throw notFound('published content');
  const { at, shareKey, path } = address;
  const root = await publishedRoot(db, sites, { site, shareKey });
  if (root === undefined) throw notFound('published content');
  const moved = 'owner' in at && site.custom_hostname !== null;
  if (moved) return { target: 'content', redirect: movedTo(root, path, lookup.url) };
  const { claims, elsewhere } = await visitorOf(db, sites, { site, lookup });
  if (elsewhere !== undefined) return { target: 'external', redirect: elsewhere };
  const tree = treeOf(visibleTo(await findTree(db, site.id), claims));
  if (!tree.lead) throw notFound('published content');
  const { siteSpace, named } = locate(path, tree);
  const isPage = () => sites.isPage(siteSpace.space_id, path.slice(named));
  const elsewhereOnSite = await leadOn(db, { siteId: site.id, tree, path }, isPage);
  if (elsewhereOnSite !== undefined) return { target: 'content', redirect: root + elsewhereOnSite };

  const isShared = site.visibility === 'share-link' && shareKey !== undefined;
  // As the address has it, be it by names or ids.
  const entry = 'hostname' in at ? '' : `/s/${encodeURIComponent(at.owner)}/${encodeURIComponent(at.site)}`;
  const siteBasePath = `${isShared ? sharedRootOf(entry, shareKey) : entry}/`;
  const parts = path.map(encodeURIComponent);
  const basePath =
    siteBasePath +
    parts
      .slice(0, named)
      .map((part) => `${part}/`)
      .join('');
  const rest = parts.slice(named).join('/');
  return {
    site: site.id,
    ...(siteSpace.section_id === null ? {} : { siteSection: siteSpace.section_id }),
    siteSpace: siteSpace.id,
    space: siteSpace.space_id,
    organization: site.organization_id,
    pathname: `/${rest}`,
    basePath,
    siteBasePath,
    ...(isShared ? { shareKey } : {}),
    complete: rest !== '' || !isBranching(siteSpace, { tree, named }),
    canonicalUrl: root + pathTo(siteSpace, tree) + (rest === '' ? '' : `/${rest}`),
  };
}

interface Address {
  at: SiteAddress;
  shareKey: string | undefined;
  path: string[];
}

/** The parts of a published address; undefined for every other one. */
function readAddress(url: string, publicUrl: string): Address | undefined {
  const prefix = `${publicUrl}/s/`;
  const { origin, hostname, pathname } = new URL(url);
  const isBelow = `${origin}${pathname}`.startsWith(prefix);
  if (!isBelow && origin !== originOf({ custom_hostname: hostname }, publicUrl)) return undefined;
  const below = isBelow ? `${origin}${pathname}`.slice(prefix.length) : pathname;
  const parts = below.split('/').filter(Boolean).map(decode);
  if (parts.some((part) => part === undefined || part.includes('\0'))) return undefined;
  const [owner, site] = parts as string[];
  if (isBelow && (owner === undefined || site === undefined)) return undefined;
  const at = isBelow ? { owner: owner!, site: site! } : { hostname };
  const rest = parts.slice(isBelow ? 2 : 0) as string[];
  const [mark, kind, shareKey, ...path] = rest;
  if (mark !== '~' || kind !== 'share') return { at, shareKey: undefined, path: rest };
  return shareKey === undefined ? undefined : { at, shareKey, path };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not UTF-8: no path of ours.
    return undefined;
  }
}

/**
 * The space that the first segments of a path name, and how many they are: section and space, a section alone (its lead),
 * on a site without sections a space, or none (the lead of the site).
 */
export function locate([first, second]: readonly string[], tree: Tree): { siteSpace: TreeSiteSpace; named: number } {
  const isNamed = (name: string | undefined) => (each: TreeSiteSpace) => each.shown && each.path === name;
  const section = tree.sections.find(({ path, lead }) => lead && path === first);
  if (section) {
    const siteSpace = section.siteSpaces.find(isNamed(second));
    return siteSpace ? { siteSpace, named: 2 } : { siteSpace: section.lead!, named: 1 };
  }
  const flat = tree.sections.length === 0 ? tree.siteSpaces.find(isNamed(first)) : undefined;
  return flat ? { siteSpace: flat, named: 1 } : { siteSpace: tree.lead!, named: 0 };
}

const movedTo = (root: string, path: readonly string[], url: string): string =>
  [root, ...path.map(encodeURIComponent)].join('/') + new URL(url).search;

/** Whether another segment may name another space. */
function isBranching({ section_id }: TreeSiteSpace, { tree, named }: { tree: Tree; named: number }): boolean {
  if (named === 0) return tree.siteSpaces.length > 1;
  return named === 1 && section_id !== null && siblingsIn(tree, section_id).length > 1;
}

/** What is known of a visitor; or where they have to go first, when a site asks and does not know them. */
async function visitorOf(
  db: Db,
  { visitorKeys, clock }: Sites,
  { site, lookup }: { site: SiteRow; lookup: Lookup },
): Promise<{ claims: Claims; elsewhere?: string }> {
  const isAsking = site.visibility === 'visitor-auth';
  if (!isAsking && !site.adaptive_content) return { claims: {} };
  const publishing = (await findPublishing(db, site.id))!;
  const token = lookup.jwtToken ?? new URL(lookup.url).searchParams.get('jwt_token') ?? '';
  const key = visitorKeys({ id: site.id, number: publishing.visitor_key_number });
  const claims = readVisitorToken(token, key, clock());
  if (claims || !isAsking) return { claims: claims ?? {} };
  const fallback = publishing.visitor_fallback_url;
  if (fallback !== null && (token === '' || lookup.redirectOnError)) return { claims: {}, elsewhere: fallback };
  throw forbidden('This site asks its visitors who they are; sign in where you found its address.');
}
