import type { PublishedSiteContentLookup } from '@quire/contract';
import { type Db, forbidden, notFound } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findPublishing } from '../tables/publishing.js';
import { findRedirectFrom } from '../tables/redirect.js';
import { findSiteAt, type SiteRow } from '../tables/site.js';
import { findTree } from '../tables/tree.js';
import { pathTo, rootOf, sharedRootOf } from './addresses.js';
import { publishedRoot } from './published-root.js';
import { pathBehind } from './redirects.js';
import { siblingsIn } from './site-spaces.js';
import { type Tree, treeOf, type TreeSiteSpace } from './tree.js';
import { readVisitorToken } from './visitor-keys.js';

export interface Lookup {
  url: string;
  redirectOnError: boolean;
  jwtToken?: string | undefined;
}

/** What stands at a published address. Throws 404 when nothing does, for this visitor. */
export async function resolveUrl(db: Db, sites: Sites, lookup: Lookup): Promise<PublishedSiteContentLookup> {
  const address = readAddress(lookup.url, sites.publicUrl);
  const site = address && (await findSiteAt(db, address));
  if (!site) throw notFound('published content');
  const { shareKey } = address;
  const root = await publishedRoot(db, sites, { site, shareKey });
  const tree = treeOf(await findTree(db, site.id));
  if (root === undefined || !tree.lead) throw notFound('published content');

  const elsewhere = await turnAway(db, sites, { site, lookup });
  if (elsewhere !== undefined) return { target: 'external', redirect: elsewhere };
  const source = address.path.map((part) => `/${encodeURIComponent(part)}`).join('');
  const redirect = source === '' ? undefined : await findRedirectFrom(db, site.id, source);
  if (redirect) return { target: 'content', redirect: root + pathBehind(redirect, tree) };

  const { siteSpace, named } = locate(address.path, tree);
  const isShared = site.visibility === 'share-link' && shareKey !== undefined;
  const entry = rootOf(
    { ...site, hostname: address.owner, organization_id: address.owner, basename: address.site },
    '',
  );
  const siteBasePath = `${isShared ? sharedRootOf(entry, shareKey) : entry}/`;
  const parts = address.path.map(encodeURIComponent);
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
  /** Host name or id of an organization. */
  owner: string;
  /** Base name or id of a site. */
  site: string;
  shareKey: string | undefined;
  path: string[];
}

/** The parts of a published address; undefined for every other one. */
function readAddress(url: string, publicUrl: string): Address | undefined {
  const prefix = `${publicUrl}/s/`;
  const { origin, pathname } = new URL(url);
  if (!`${origin}${pathname}`.startsWith(prefix)) return undefined;
  const parts = `${origin}${pathname}`.slice(prefix.length).split('/').filter(Boolean).map(decode);
  if (parts.some((part) => part === undefined || part.includes('\0'))) return undefined;
  const [owner, site, ...rest] = parts as string[];
  if (owner === undefined || site === undefined) return undefined;
  const [mark, kind, shareKey, ...path] = rest;
  if (mark !== '~' || kind !== 'share') return { owner, site, shareKey: undefined, path: rest };
  return shareKey === undefined ? undefined : { owner, site, shareKey, path };
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

/** Whether another segment may name another space. */
function isBranching({ section_id }: TreeSiteSpace, { tree, named }: { tree: Tree; named: number }): boolean {
  if (named === 0) return tree.siteSpaces.length > 1;
  return named === 1 && section_id !== null && siblingsIn(tree, section_id).length > 1;
}

/** Where a visitor has to go first who is not known to a site that asks; undefined for those who may come in. */
async function turnAway(
  db: Db,
  { visitorKeys, clock }: Sites,
  { site, lookup }: { site: SiteRow; lookup: Lookup },
): Promise<string | undefined> {
  if (site.visibility !== 'visitor-auth') return undefined;
  const publishing = (await findPublishing(db, site.id))!;
  const token = lookup.jwtToken ?? new URL(lookup.url).searchParams.get('jwt_token') ?? '';
  const key = visitorKeys({ id: site.id, number: publishing.visitor_key_number });
  if (readVisitorToken(token, key, clock())) return undefined;
  const fallback = publishing.visitor_fallback_url;
  if (fallback !== null && (token === '' || lookup.redirectOnError)) return fallback;
  throw forbidden('This site asks its visitors who they are; sign in where you found its address.');
}
