import type { RawAnswer, WebRequest } from '@quire/runtime';
import { rootOf, sharedRootOf } from '../domain/addresses.js';
import { readVisitorToken } from '../domain/visitor-keys.js';
import type { Sites } from '../sites.js';
import { findShareLink } from '../tables/share-link.js';
import { redirect } from './answers.js';
import type { Entrance } from './place.js';
import type { Snapshot } from './snapshot.js';

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
 * is signed with the site's key. `rest` is what follows the site's name in the address.
 */
export async function admit(
  snapshot: Snapshot,
  { rest, request }: { rest: string[]; request: WebRequest },
  sites: Sites,
): Promise<Admission> {
  const { site } = snapshot;
  const { publicUrl } = sites;
  const { origin } = new URL(publicUrl);
  const address = rootOf(site, publicUrl);
  const root = address.slice(origin.length);
  const isShared = rest[0] === '~' && rest[1] === 'share';
  const [shareKey, path] = isShared ? [rest[2] ?? '', rest.slice(3)] : [undefined, rest];
  const enter = (at: string, isPrivate: boolean): Admission => ({
    kind: 'in',
    entrance: { snapshot, root: at, origin, publicUrl },
    rest: path,
    isPrivate,
  });
  const elsewhere = (answer: RawAnswer): Admission => ({ kind: 'elsewhere', answer });
  const open = [root, ...path.map(encodeURIComponent)].join('/');

  switch (site.visibility) {
    case 'public':
    case 'unlisted':
      // Links that were shared before the site was opened go on leading there.
      return isShared ? elsewhere(redirect(open)) : enter(root, false);
    case 'share-link': {
      if (shareKey === undefined) return { kind: 'nothing' };
      // Asked each time: a link that is switched off opens nothing from then on.
      const link = await findShareLink(sites.db, { siteId: site.id, shareLinkId: sites.shareKeys.linkIdIn(shareKey) });
      const isOpen = link?.active && sites.shareKeys.isKeyOf(shareKey, link);
      return isOpen ? enter(sharedRootOf(root, shareKey), true) : { kind: 'nothing' };
    }
    case 'visitor-auth': {
      if (isShared) return { kind: 'nothing' };
      const { visitor_key_number: number, visitor_fallback_url: fallback } = snapshot.publishing;
      const key = sites.visitorKeys({ id: site.id, number });
      const now = sites.clock();
      const given = request.query.get('jwt_token');
      if (given !== null && isToken.test(given) && readVisitorToken(given, key, now)) {
        const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
        const cookie = `${cookieName}=${given}; Path=${root}; HttpOnly; SameSite=Lax${secure}`;
        return elsewhere(redirect(open, { 'Set-Cookie': cookie }));
      }
      if (visitorTokens(request).some((token) => readVisitorToken(token, key, now))) return enter(root, true);
      return fallback === null || given !== null ? { kind: 'stranger' } : elsewhere(redirect(fallback));
    }
  }
}

/** Sites whose paths begin alike may each have set one. */
const visitorTokens = ({ headers }: WebRequest): string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value = ''] = pair.trim().split('=');
    return name === cookieName ? [value] : [];
  });
