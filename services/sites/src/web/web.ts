import { type Db, Failure, notFound, type RawAnswer, type Web, type WebRequest } from '@quire/runtime';
import type { PublishedContent, RevisionPage } from '../clients/published-content.js';
import type { Specifications } from '../clients/specifications.js';
import { originOf } from '../domain/addresses.js';
import { formerPlacesOf } from '../domain/former-places.js';
import { leadOn } from '../domain/redirects.js';
import { locate } from '../domain/resolve-url.js';
import type { Sites } from '../sites.js';
import { isHostnameOfSite, type SiteAddress } from '../tables/site.js';
import { findShownSpaces } from '../tables/site-space.js';
import { type Admission, admit } from './admission.js';
import { type Made, made, redirect, redirectToHost, send } from './answers.js';
import { openAssets } from './assets.js';
import { holdingFor } from './conditions.js';
import { rss } from './feed.js';
import { formerPage } from './former-page.js';
import { frameOf, notFoundPage, type PlainFrame, siteTitle } from './frame.js';
import { library as openLibrary, type Revision } from './library.js';
import { llms, robots, sitemap } from './listings.js';
import { navigationOf } from './navigation.js';
import { type Entrance, linkResolver, markdownHref, pageHref, type Place } from './place.js';
import { Recent } from './recent.js';
import { hostnameOf, refusals } from './refusals.js';
import { isIndexed, renderPage } from './render-page.js';
import { searchPage, searchSite } from './search.js';
import { segmentsOf } from './segments.js';
import { sendFile } from './send-file.js';
import { styleSheet } from './look.js';
import { styleVersion } from './surroundings.js';
import { findPublishedSite, type PublishedSite } from './snapshot.js';

const megabyte = 1024 * 1024;
/** A notice that is lost keeps a change from being seen for so long. */
const longestKeptMs = 30_000;

/** Published sites as readers see them, below `/s/` and at host names of their own. */
export function publishedSites({
  content,
  specifications,
  publicUrl,
}: {
  content: PublishedContent;
  specifications: Specifications;
  publicUrl: string;
}) {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  const assets = openAssets(basePath);
  const { nothing, stranger, failed } = refusals(assets);
  const library = openLibrary(content, specifications);
  const published = new Recent<PublishedSite | undefined>({ maxSize: 2_000, sizeOf: () => 1, maxAgeMs: longestKeptMs });
  const pages = new Recent<Made>({ maxSize: 64 * megabyte, sizeOf: ({ body }) => body.length + 500 });
  let hears = false;

  const siteAt = (address: SiteAddress, { db }: Sites) => {
    const find = () => findPublishedSite(db, address);
    return hears ? published.remember(JSON.stringify(address), find) : find();
  };
  const placeOf = async (
    entrance: Entrance,
    siteSpace: Place['siteSpace'],
  ): Promise<Place & { revision: Revision }> => {
    const facts = entrance.snapshot.spaces.get(siteSpace.space_id);
    if (!facts) throw notFound('space');
    const revision = await library.revision(facts.revision);
    return { ...entrance, siteSpace, index: revision.index, revision };
  };
  const allPlaces = (entrance: Entrance) =>
    Promise.all(
      entrance.snapshot.tree.siteSpaces
        .filter(({ space_id }) => entrance.snapshot.spaces.has(space_id))
        .map((siteSpace) => placeOf(entrance, siteSpace)),
    );

  const plainFrame = async (entrance: Entrance): Promise<PlainFrame> => {
    const place = await placeOf(entrance, entrance.snapshot.tree.lead!);
    const resolve = linkResolver(place, new Map());
    return { ...frameOf(entrance, resolve), navigation: navigationOf(place, resolve) };
  };

  type Admitted = Extract<Admission, { kind: 'in' }> & { request: WebRequest; sites: Sites };

  async function showSite(admitted: Admitted): Promise<RawAnswer> {
    const { entrance, rest, request, isPrivate } = admitted;
    const text = (body: string, type: string) => send(request, made(body), { type, isPrivate });
    switch (rest.join('/')) {
      case '~/search':
        return showSearch(admitted);
      case '~/style.css':
        return showStyle(admitted);
      case 'robots.txt':
        return text(robots(entrance), 'text/plain');
      case 'sitemap.xml':
        if (entrance.snapshot.site.visibility !== 'public') return missing(admitted);
        return text(sitemap(await allPlaces(entrance)), 'application/xml');
      case 'llms.txt':
        return text(llms(siteTitle(entrance), await allPlaces(entrance)), 'text/plain');
      case 'rss.xml':
        return text(feedOf(entrance, await allPlaces(entrance)), 'application/rss+xml');
      default:
        return showSpace(admitted);
    }
  }

  function feedOf(entrance: Entrance, places: readonly Place[]): string {
    const title = siteTitle(entrance);
    const language = entrance.snapshot.publishing.customization?.internationalization.locale ?? 'en';
    const [first, ...others] = places;
    const space = others.length === 0 ? first?.snapshot.spaces.get(first.siteSpace.space_id)?.title : undefined;
    const isWhole = space === undefined || entrance.snapshot.spaces.size === 1;
    return rss(places, { title: isWhole ? title : `${space} · ${title}`, language });
  }

  async function showSearch({ entrance, request, isPrivate }: Admitted): Promise<RawAnswer> {
    const query = request.query.get('q') ?? '';
    const items = await searchSite(entrance, query, { content, library });
    if (request.query.get('format') !== 'json') {
      return send(request, made(searchPage(await plainFrame(entrance), query, items)), { isPrivate });
    }
    return send(request, made(JSON.stringify({ items })), { type: 'application/json', isPrivate });
  }

  async function showStyle(admitted: Admitted): Promise<RawAnswer> {
    const { customization } = admitted.entrance.snapshot.publishing;
    if (!customization) return missing(admitted);
    const { request, isPrivate } = admitted;
    const isNamed = request.query.get('v') === styleVersion(customization);
    return send(request, made(styleSheet(customization)), { type: 'text/css', isPrivate, isForever: isNamed });
  }

  async function showSpace(admitted: Admitted): Promise<RawAnswer> {
    const { entrance, rest, request, isPrivate } = admitted;
    const { siteSpace, named } = locate(rest, entrance.snapshot.tree);
    const place = await placeOf(entrance, siteSpace);
    const { index, revision } = place;
    const path = rest.slice(named);
    const [mark, kind, id = ''] = path;
    if (mark === '~' && kind === 'files') {
      const file = (await library.files(revision)).get(id);
      return file ? sendFile(content, file, { request, isPrivate }) : missing(admitted);
    }
    if (mark === '~') {
      const page = kind === 'page' ? index.get(id) : undefined;
      return page ? redirect(pageHref(place, page)) : missing(admitted);
    }
    if (path.join('/') === 'rss.xml') {
      return send(request, made(feedOf(entrance, [place])), { type: 'application/rss+xml', isPrivate });
    }
    const found = index.at(path);
    if (!found) return missing(admitted);
    return found.isSource ? showMarkdown(admitted, place, found.page) : showPage(admitted, place, found.page);
  }

  async function showPage(
    admitted: Admitted,
    place: Place & { revision: Revision },
    page: RevisionPage,
  ): Promise<RawAnswer> {
    if (page.type === 'document') {
      const holding = holdingFor(await library.conditions(page), place.claims);
      const key = JSON.stringify([place.snapshot.stamp, place.root, place.siteSpace.id, page.id, holding]);
      const { revision } = place;
      const rendered = await pages.remember(key, async () =>
        made(await renderPage(place, { page, revision, library, holding })),
      );
      return send(admitted.request, rendered, { isPrivate: admitted.isPrivate, isIndexed: isIndexed(place, page) });
    }
    const first = page.type === 'group' ? place.index.firstIn(page) : undefined;
    const target = linkResolver(place, await library.files(place.revision))(page.target ?? {});
    const href = first ? pageHref(place, first) : target?.href;
    // A place on the page that it stands on is none for an address of its own.
    return href === undefined || href.startsWith('#') ? missing(admitted) : redirect(href);
  }

  async function showMarkdown({ request, isPrivate }: Admitted, place: Place, page: RevisionPage): Promise<RawAnswer> {
    const conditions = await library.conditions(page);
    const holding = conditions.size > 0 ? holdingFor(conditions, place.claims) : undefined;
    const { markdown } = await library.text(page, holding);
    const body = /^(?:---\n[\s\S]*?\n---\n)?\s*# /.test(markdown) ? markdown : `# ${page.title}\n\n${markdown}`;
    const canonical = place.origin + pageHref(place, page);
    return send(request, made(body), {
      type: 'text/markdown',
      isPrivate,
      isIndexed: isIndexed(place, page),
      canonical,
    });
  }

  /** No page is there: where one was, it says where it is now. */
  async function missing({ entrance, rest, request, isPrivate, sites }: Admitted): Promise<RawAnswer> {
    const { site, tree } = entrance.snapshot;
    const path = await leadOn(sites.db, { siteId: site.id, tree, path: rest }, async () => false);
    if (path !== undefined) return redirect(entrance.root + path);
    const { siteSpace, named } = locate(rest, tree);
    const place = await placeOf(entrance, siteSpace);
    const page = await formerPage(place, rest.slice(named).join('/'), { content });
    if (page) return redirect(pageHref(place, page));
    const elsewhere = await elsewhereOnSite(entrance, rest, sites.db);
    if (elsewhere !== undefined) return redirect(elsewhere);
    return send(request, made(notFoundPage(await plainFrame(entrance), rest)), { status: 404, isPrivate });
  }

  /** Where a page is now whose space stood somewhere else on the site. */
  async function elsewhereOnSite(entrance: Entrance, path: readonly string[], db: Db): Promise<string | undefined> {
    const { site, tree, spaces } = entrance.snapshot;
    for (const { siteSpaceId, rest } of await formerPlacesOf(db, site.id, path)) {
      const siteSpace = tree.siteSpaces.find(({ id, shown }) => shown && id === siteSpaceId);
      if (!siteSpace || !spaces.has(siteSpace.space_id)) continue;
      const there = await placeOf(entrance, siteSpace);
      const found = there.index.at(rest);
      if (found?.isSource) return markdownHref(there, found.page);
      const page = found?.page ?? (await formerPage(there, rest.join('/'), { content }));
      if (page) return pageHref(there, page);
    }
    return undefined;
  }

  /** Whether a site has a host name: the gateway asks, and so may whoever gets certificates for such names. */
  const answerHostname = async ({ query }: WebRequest, { db }: Sites): Promise<RawAnswer> => {
    const isKnown = await isHostnameOfSite(db, query.get('domain') ?? '');
    return { status: isKnown ? 204 : 404, headers: { 'Cache-Control': 'no-store' } };
  };

  async function answer(request: WebRequest, sites: Sites): Promise<RawAnswer> {
    const hostname = hostnameOf(request);
    const [, ...parts] = segmentsOf(request.path) ?? [];
    const [owner, name, file] = parts;
    const asset = owner === '~' ? assets.answer(name, file) : undefined;
    if (asset) return asset;
    if (hostname !== undefined) return showAt({ hostname }, { rest: parts, request, sites });
    if (owner === '~' && name === 'hostname') return answerHostname(request, sites);
    if (owner === '~' || owner === undefined || name === undefined) return nothing(request);
    return showAt({ owner, site: name }, { rest: parts.slice(2), request, sites });
  }

  async function showAt(
    address: SiteAddress,
    { rest, request, sites }: { rest: string[]; request: WebRequest; sites: Sites },
  ): Promise<RawAnswer> {
    const site = await siteAt(address, sites);
    if (!site) return nothing(request);
    const admission = await admit(site, { rest, request, assets }, sites);
    if (admission.kind === 'nothing') return nothing(request);
    const hasMoved = 'owner' in address && site.site.custom_hostname !== null;
    if (hasMoved) {
      const path = ['', ...rest.map(encodeURIComponent)].join('/');
      const query = request.query.size > 0 ? `?${request.query.toString()}` : '';
      return redirectToHost(originOf(site.site, publicUrl) + path + query);
    }
    if (admission.kind === 'in') return showSite({ ...admission, request, sites });
    return admission.kind === 'elsewhere' ? admission.answer : stranger(request);
  }

  const web: Web<Sites> = {
    prefix: '/s/',
    answer: (request, sites) =>
      answer(request, sites).catch((error: unknown) => {
        // What was there a moment ago, and what leads to something that is not shown.
        if (error instanceof Failure && error.kind === 'not-found') return nothing(request);
        throw error;
      }),
    failed,
  };
  return {
    web,
    async isPage(db: Db, spaceId: string, path: readonly string[]): Promise<boolean> {
      const shown = (await findShownSpaces(db, [spaceId])).get(spaceId);
      if (!shown) return false;
      try {
        return (await library.revision(shown.facts.revision)).index.at(path) !== undefined;
      } catch (error) {
        // Content does not know the revision: it has no pages.
        if (error instanceof Failure && error.kind === 'not-found') return false;
        throw error;
      }
    },
    /** To be called whenever what sites show may have changed. */
    onChange() {
      hears = true;
      published.clear();
    },
    /** To be called when changes are not heard of: then nothing is kept. */
    onSilence() {
      hears = false;
      published.clear();
    },
  };
}
