import type { RevisionPage } from '../clients/published-content.js';
import { pathTo } from '../domain/addresses.js';
import type { Claims } from '../domain/condition.js';
import type { TreeSiteSpace } from '../domain/tree.js';
import type { Data } from '../render/document.js';
import { textOf } from '../render/document.js';
import type { Resolve, Target } from '../render/phrases.js';
import type { AssetAddresses } from './assets.js';
import type { Files } from './library.js';
import type { PageIndex } from './page-index.js';
import { decodeSegment } from './segments.js';
import type { Snapshot } from './snapshot.js';

/** A published site as one reader enters it. Addresses are paths on this host. */
export interface Entrance {
  snapshot: Snapshot;
  /** What is known of the visitor. */
  claims: Claims;
  /** The site's root: empty at a host name of its own, with the key for those who came by a share link. */
  root: string;
  assets: AssetAddresses;
  origin: string;
  /** What the addresses of this Quire begin with. */
  publicUrl: string;
}

/** One space of a site. */
export interface Place extends Entrance {
  siteSpace: TreeSiteSpace;
  index: PageIndex;
}

/** What the addresses of all that is in a space begin with. */
export const spaceBase = ({ root, snapshot }: Entrance, siteSpace: TreeSiteSpace): string =>
  root + pathTo(siteSpace, snapshot.tree);

export const spaceHref = (entrance: Entrance, siteSpace: TreeSiteSpace): string =>
  spaceBase(entrance, siteSpace) || '/';

export function pageHref(place: Place, page: RevisionPage): string {
  if (page.id === place.index.first?.id) return spaceHref(place, place.siteSpace);
  const base = spaceBase(place, place.siteSpace);
  return `${base}/${page.path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The address of a page's Markdown; the page at the root of a space has it under its own path too. */
export const markdownHref = (place: Place, page: RevisionPage): string =>
  `${spaceBase(place, place.siteSpace)}/${page.path.split('/').map(encodeURIComponent).join('/')}.md`;

/** Where references of a document lead on the site; nowhere when what they name is not on it. */
export function linkResolver(place: Place, files: Files): Resolve {
  const inSpace = (reference: Data): Place | string | undefined => {
    const space = textOf(reference.space);
    if (space === '' || space === place.siteSpace.space_id) return place;
    const there = place.snapshot.tree.siteSpaces.find((each) => each.shown && each.space_id === space);
    return there && spaceBase(place, there);
  };
  const toPage = (reference: Data): Target | undefined => {
    const where = inSpace(reference);
    const id = textOf(reference.page);
    if (where === undefined) return undefined;
    if (typeof where === 'string')
      return { href: id === '' ? where || '/' : `${where}/~/page/${encodeURIComponent(id)}` };
    if (id === '') return { href: spaceHref(where, where.siteSpace) };
    const page = where.index.get(id);
    return page && { href: pageHref(where, page), title: page.title };
  };
  const toFile = ({ file }: Data): Target | undefined => {
    const found = files.get(textOf(file));
    if (!found) return undefined;
    const { id, name, sha256, dimensions } = found;
    const base = spaceBase(place, place.siteSpace);
    const href = `${base}/~/files/${encodeURIComponent(id)}/${fileName(name)}?v=${sha256.slice(0, 16)}`;
    return { href, title: name, ...dimensions };
  };
  return (reference) => {
    const anchor = `#${encodeURIComponent(textOf(reference.anchor))}`;
    switch (reference.kind) {
      case 'url':
        return toUrl(textOf(reference.url), place, toPage);
      case 'page':
        return toPage(reference);
      case 'anchor': {
        if (textOf(reference.page) === '') return { href: anchor };
        const target = toPage(reference);
        return target && { ...target, href: target.href + anchor };
      }
      case 'file':
        return toFile(reference);
      case 'space':
        return toPage(reference);
      default:
        return undefined;
    }
  };
}

function toUrl(url: string, place: Place, toPage: (reference: Data) => Target | undefined): Target | undefined {
  if (url.startsWith(`${place.publicUrl}/app/space/`)) {
    const { pathname, searchParams } = new URL(url);
    const space = decodeSegment(pathname.split('/').at(-1)!);
    const target = space && toPage({ space, page: searchParams.get('page') ?? '' });
    if (target) return target;
  }
  // What is left of a link that leads nowhere is its text.
  return /^(?:https?:|mailto:|tel:|#)/i.test(url) ? { href: url } : undefined;
}

/** A browser would take a name of one or two dots for a step in the path, however it is encoded. */
const fileName = (name: string) => (/^\.{1,2}$/.test(name) ? 'file' : encodeURIComponent(name));
