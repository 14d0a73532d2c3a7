import type { RawAnswer, WebRequest } from '@quire/runtime';
import { originOf, rootOf, sharedRootOf } from '../domain/addresses.js';
import { readVisitorToken, type VisitorClaims } from '../domain/visitor-keys.js';
import type { Sites } from '../sites.js';
import { findShareLink } from '../tables/share-link.js';
import { redirect } from './answers.js';
import type { Assets } from './assets.js';
import type { Entrance } from './place.js';
import type { PublishedSite } from './snapshot.js';

/** What came of asking whether a reader may see a site. */
export type Admission =
  | { kind: 'in'; entrance: Entrance; rest: string[]; isPrivate: boolean }
  | { kind: 'elsewhere'; answer: RawAnswer }
  | { kind: 'stranger' }
  | { kind: 'nothing' };

const cookieName = 'quire_visitor';
/** Nothing else is written into a header. */
const isToken = /^[\w.-]+$/;

/**
 * Lets readers in: everybody on open sites, whoever has the key of a link that is active, whoever has shown a token that
 * is signed with the site's key. Where content is adaptive such a token also says on other sites who is reading. `rest` is
 * what follows the site's name in the address.
 */
export async function admit(
  published: PublishedSite,
  { rest, request, assets }: { rest: string[]; request: WebRequest; assets: Assets },
  sites: Sites,
): Promise<Admission> {
  const { site, publishing } = published;
  const { publicUrl } = sites;
  const origin = originOf(site, publicUrl);
  const root = rootOf(site, publicUrl).slice(origin.length);
  const isShared = rest[0] === '~' && rest[1] === 'share';
  const [shareKey, path] = isShared ? [rest[2] ?? '', rest.slice(3)] : [undefined, rest];
  const knowsVisitors = site.visibility === 'visitor-auth' || site.adaptive_content;
  const visitor = knowsVisitors ? visitorOf(request, published, sites) : {};
  const { claims } = visitor;
  const enter = (at: string, isPrivate: boolean): Admission => {
    const snapshot = published.seenBy(claims ?? {});
    if (!snapshot.tree.lead) return { kind: 'nothing' };
    return {
      kind: 'in',
      entrance: {
        snapshot,
        claims: claims ?? {},
        root: at,
        origin,
        publicUrl,
        assets: site.custom_hostname === null ? assets.shared : assets.own,
      },
      rest: path,
      isPrivate,
    };
  };
  const elsewhere = (answer: RawAnswer): Admission => ({ kind: 'elsewhere', answer });
  const below = (at: string) => [at, ...path.map(encodeURIComponent)].join('/');
  if (visitor.brought !== undefined) {
    const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
    const cookie = `${cookieName}=${visitor.brought}; Path=${root || '/'}; HttpOnly; SameSite=Lax${secure}`;
    const at = shareKey === undefined ? root : sharedRootOf(root, shareKey);
    return elsewhere(redirect(below(at), { 'Set-Cookie': cookie }));
  }

  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      // Links that were shared before the site was opened go on leading there.
      return isShared ? elsewhere(redirect(below(root))) : enter(root, knowsVisitors);
    case 'share-link': {
      if (shareKey === undefined) return { kind: 'nothing' };
      // Asked each time: a link that is switched off opens nothing from then on.
      const link = await findShareLink(sites.db, { siteId: site.id, shareLinkId: sites.shareKeys.linkIdIn(shareKey) });
      const isOpen = link?.active && sites.shareKeys.isKeyOf(shareKey, link);
      return isOpen ? enter(sharedRootOf(root, shareKey), true) : { kind: 'nothing' };
    }
    case 'visitor-auth': {
      if (isShared) return { kind: 'nothing' };
      if (claims) return enter(root, true);
      const fallback = publishing.visitor_fallback_url;
      const isRefused = request.query.get('jwt_token') !== null;
      return fallback === null || isRefused ? { kind: 'stranger' } : elsewhere(redirect(fallback));
    }
  }
}

/** Who a request says its sender is: a token that was `brought` in the address, or claims from one that was kept. */
function visitorOf(
  request: WebRequest,
  { site, publishing }: PublishedSite,
  { visitorKeys, clock }: Sites,
): { brought?: string; claims?: VisitorClaims } {
  const key = visitorKeys({ id: site.id, number: publishing.visitor_key_number });
  const now = clock();
  const given = request.query.get('jwt_token');
  if (given !== null && isToken.test(given) && readVisitorToken(given, key, now)) return { brought: given };
  const claims = visitorTokens(request)
    .map((token) => readVisitorToken(token, key, now))
    .find((found) => found !== undefined);
  return claims ? { claims } : {};
}

/** Sites whose paths begin alike may each have set one. */
const visitorTokens = ({ headers }: WebRequest): string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value = ''] = pair.trim().split('=');
    return name === cookieName ? [value] : [];
  });
