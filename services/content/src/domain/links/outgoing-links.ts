import type { ContentRef } from '@quire/contract';
import { sha256 } from '@quire/runtime';
import { destinationOf } from '../../document/page-references.js';
import { isExternal } from '../../import/references.js';
import type { Link, LinkKind } from '../../markdown/parse.js';
import type { PageRecord, References } from '../pages/page-record.js';

export type TargetKind = 'page' | 'file' | 'space' | 'url' | 'app' | 'nowhere';

/** What a page leads to, as far as its own content says; whether that is there is for whoever lists it to find out. */
export interface OutgoingLink {
  /** Equal for what leads to the same; ends with the id of a page, or without one where the page itself is meant. */
  target: string;
  /** Shown within the page, rather than followed from it. */
  depends_on: boolean;
  kind: TargetKind;
  /** What an address in the app began with; null for what is no such address. */
  origin: string | null;
  /** Null for the space of the page. */
  space_id: string | null;
  /** A page or file; null for the page itself, and for what has no id. */
  target_id: string | null;
  anchor: string | null;
  /** A 64-bit integer, which is more than a number holds. */
  anchor_hash: string | null;
  /** As it is written, cut where nobody reads on. */
  destination: string;
}

type Target = Pick<OutgoingLink, 'kind'> & Partial<Pick<OutgoingLink, 'origin' | 'space_id' | 'target_id' | 'anchor'>>;

const longestDestination = 2_048;
const shown: ReadonlySet<LinkKind> = new Set(['image', 'embed', 'file', 'include', 'openapi']);
/** What an id may look like in an address; others lead nowhere, and need not be looked for. */
const id = '[\\w-]{1,64}';
const isId = new RegExp(`^${id}$`);
const byId = new RegExp(`^/(pages|files)/(${id})(?:#(.*))?$`, 's');
const inApp = new RegExp(`^(https?://[^?#]*?)?/app/([a-z-]+)/(${id})/?(?:\\?([^#]*))?(?:#(.*))?$`, 's');

/** Every different target of a page: of its text, its cover, and what it leads to when it is a link itself. */
export function outgoingLinks(page: PageRecord, links: readonly Link[], references: References): OutgoingLink[] {
  const found = new Map<string, OutgoingLink>();
  const add = (target: Target, destination: string, dependsOn: boolean) => {
    const link = outgoing(target, destination, dependsOn);
    if (!found.has(link.target)) found.set(link.target, link);
  };
  for (const { destination, kind } of links) {
    const reference = Object.hasOwn(references, destination) ? references[destination] : undefined;
    add(reference ? referenced(reference) : written(destination), destination, shown.has(kind));
  }
  const { target, cover } = page;
  if (target) add(referenced(target), addressOf(target), false);
  if (cover?.file !== undefined) add({ kind: 'file', target_id: cover.file }, `/files/${cover.file}`, true);
  else if (cover?.url !== undefined) add(written(cover.url), cover.url, true);
  return [...found.values()];
}

/** A content reference; also what a page's stored references are. */
function referenced(reference: ContentRef): Target {
  switch (reference.kind) {
    case 'page':
    case 'anchor': {
      const { page = null, space = null, anchor = null } = { anchor: undefined, ...reference };
      return { kind: 'page', target_id: page, space_id: space, anchor };
    }
    case 'file':
      return { kind: 'file', target_id: reference.file, space_id: reference.space ?? null };
    case 'space':
      return { kind: 'space', space_id: reference.space };
    case 'url':
      return written(reference.url);
    case 'reusable-content':
      return { kind: 'nowhere' };
    case 'user':
    case 'collection':
    case 'openapi':
      return { kind: 'app', origin: '' };
  }
}

/** An address that nothing is kept about: it says itself where it leads, or it leads nowhere. */
function written(destination: string): Target {
  const app = inApp.exec(destination);
  if (app) {
    const [, origin = '', kind = '', name, query = '', anchor] = app;
    if (kind !== 'space') return { kind: 'app', origin };
    const page = new URLSearchParams(query).get('page');
    if (page === null) return { kind: 'space', origin, space_id: name };
    return { kind: 'page', origin, space_id: name, target_id: isId.test(page) ? page : '-', anchor: decoded(anchor) };
  }
  if (isExternal(destination)) return { kind: 'url' };
  const [, kind, name, anchor] = byId.exec(destination) ?? [];
  if (kind === 'files' && name !== undefined) return { kind: 'file', target_id: name };
  if (kind === 'pages' && name !== undefined) return { kind: 'page', target_id: name, anchor: decoded(anchor) };
  if (destination.startsWith('#')) return { kind: 'page', anchor: decoded(destination.slice(1)) };
  return { kind: 'nowhere' };
}

function outgoing(target: Target, destination: string, dependsOn: boolean): OutgoingLink {
  const { kind, origin = null, space_id = null, target_id = null } = target;
  const anchor = target.anchor ? clean(target.anchor) : null;
  const anchor_hash = anchor === null ? null : hashAnchor(anchor);
  const what = ['page', 'file', 'space'].includes(kind)
    ? [origin === null ? '' : shortHash(origin), space_id ?? '', anchor_hash ?? '', target_id ?? '']
    : [shortHash(destination)];
  return {
    target: [dependsOn ? 'd' : 'r', kind, ...what].join(':'),
    depends_on: dependsOn,
    kind,
    origin,
    space_id,
    target_id,
    anchor,
    anchor_hash,
    destination: clean(destination).slice(0, longestDestination),
  };
}

const shortHash = (text: string) => sha256(text).toString('base64url').slice(0, 22);

/** How an anchor is named where it is kept and where it is looked for. */
export const hashAnchor = (anchor: string): string => sha256(clean(anchor)).readBigInt64BE().toString();

/** What stands for a reference where its target cannot be shown. */
function addressOf(reference: ContentRef): string {
  switch (reference.kind) {
    case 'space':
      return `/app/space/${reference.space}`;
    case 'user':
      return `/app/user/${reference.user}`;
    case 'collection':
      return `/app/collection/${reference.collection}`;
    case 'openapi':
      return `/app/openapi/${reference.spec}`;
    case 'reusable-content':
      return `/reusable-contents/${reference.reusableContent}`;
    case 'url':
    case 'file':
    case 'page':
    case 'anchor':
      return destinationOf({ ...reference })!;
  }
}

/** Postgres keeps no NUL. */
const clean = (text: string) => text.replaceAll('\0', '\uFFFD');

function decoded(anchor = ''): string | null {
  try {
    return decodeURIComponent(anchor) || null;
  } catch {
    return anchor;
  }
}
