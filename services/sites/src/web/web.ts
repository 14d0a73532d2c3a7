import { Failure, notFound, type RawAnswer, type Web, type WebRequest } from '@quire/runtime';
import type { PublishedContent, RevisionPage } from '../clients/published-content.js';
import { pathBehind } from '../domain/redirects.js';
import { locate } from '../domain/resolve-url.js';
import type { Sites } from '../sites.js';
import { findRedirectFrom } from '../tables/redirect.js';
import { type Admission, admit } from './admission.js';
import { type Made, made, redirect, send } from './answers.js';
import { openAssets } from './assets.js';
import { formerPage } from './former-page.js';
import { frameOf, notFoundPage, nothingHere, type PlainFrame } from './frame.js';
import { library as openLibrary, type Revision } from './library.js';
import { llms, robots, sitemap } from './listings.js';
import { navigationOf } from './navigation.js';
import { type Entrance, linkResolver, pageHref, type Place } from './place.js';
import { Recent } from './recent.js';
import { isIndexed, renderPage } from './render-page.js';
import { searchPage, searchSite } from './search.js';
import { segmentsOf } from './segments.js';
import { sendFile } from './send-file.js';
import { findSnapshot, type Snapshot } from './snapshot.js';

const megabyte = 1024 * 1024;
/** A notice that is lost keeps a change from being seen for so long. */
const longestKeptMs = 30_000;

/** Published sites as readers see them, below `/s/`. */
export function publishedSites({ content, publicUrl }: { content: PublishedContent; publicUrl: string }) {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  const assets = openAssets(basePath);
  const library = openLibrary(content);
  const snapshots = new Recent<Snapshot | undefined>({ maxSize: 2_000, sizeOf: () => 1, maxAgeMs: longestKeptMs });
  const pages = new Recent<Made>({ maxSize: 64 * megabyte, sizeOf: ({ body }) => body.length + 500 });
  let hears = false;

  const snapshotAt = (owner: string, site: string, { db }: Sites) => {
    const find = () => findSnapshot(db, { owner, site });
    return hears ? snapshots.remember(JSON.stringify([owner, site]), find) : find();
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
    return { ...frameOf(entrance, assets), navigation: navigationOf(place, linkResolver(place, new Map())) };
  };

  type Admitted = Extract<Admission, { kind: 'in' }> & { request: WebRequest; sites: Sites };

  async function showSite(admitted: Admitted): Promise<RawAnswer> {
    const { entrance, rest, request, isPrivate } = admitted;
    const text = (body: string, type: string) => send(request, made(body), { type, isPrivate });
    switch (rest.join('/')) {
      case '~/search':
        return showSearch(admitted);
      case 'robots.txt':
        return text(robots(entrance), 'text/plain');
      case 'sitemap.xml':
        if (entrance.snapshot.site.visibility !== 'public') return missing(admitted);
        return text(sitemap(await allPlaces(entrance)), 'application/xml');
      case 'llms.txt':
        return text(llms(frameOf(entrance, assets).site.title, await allPlaces(entrance)), 'text/plain');
      default:
        return showSpace(admitted);
    }
  }

  async function showSearch({ entrance, request, isPrivate }: Admitted): Promise<RawAnswer> {
    const query = request.query.get('q') ?? '';
    const items = await searchSite(entrance, query, { content, library });
    if (request.query.get('format') !== 'json') {
      return send(request, made(searchPage(await plainFrame(entrance), query, items)), { isPrivate });
    }
    return send(request, made(JSON.stringify({ items })), { type: 'application/json', isPrivate });
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
    const page = path.length === 0 ? index.first : index.byPath(path.join('/'));
    if (page) return showPage(admitted, place, page);
    const source = path.at(-1)?.endsWith('.md') ? index.byPath(path.join('/').slice(0, -3)) : undefined;
    return source?.type === 'document' ? showMarkdown(admitted, place, source) : missing(admitted);
  }

  async function showPage(
    admitted: Admitted,
    place: Place & { revision: Revision },
    page: RevisionPage,
  ): Promise<RawAnswer> {
    if (page.type === 'document') {
      const key = JSON.stringify([place.snapshot.stamp, place.root, place.siteSpace.id, page.id]);
      const { revision } = place;
      const rendered = await pages.remember(key, async () =>
        made(await renderPage(place, { page, revision, library, assets })),
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
    const { markdown } = await library.text(page);
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
    const source = rest.map((part) => `/${encodeURIComponent(part)}`).join('');
    const found = await findRedirectFrom(sites.db, site.id, source);
    if (found) return redirect(entrance.root + pathBehind(found, tree));
    const { siteSpace, named } = locate(rest, tree);
    const place = await placeOf(entrance, siteSpace);
    const page = await formerPage(place, rest.slice(named).join('/'), { content });
    if (page) return redirect(pageHref(place, page));
    return send(request, made(notFoundPage(await plainFrame(entrance))), { status: 404, isPrivate });
  }

  const nothing = (request: WebRequest) => {
    const title = 'Nothing is published here';
    const text = 'The address is wrong, or what was here is not published any more.';
    return send(request, made(nothingHere(assets, { title, text })), { status: 404, isPrivate: true });
  };
  const stranger = (request: WebRequest) => {
    const title = 'Please sign in';
    const text =
      'This site asks its visitors who they are. Sign in where you found its address, and follow the link again.';
    return send(request, made(nothingHere(assets, { title, text })), { status: 403, isPrivate: true });
  };

  async function answer(request: WebRequest, sites: Sites): Promise<RawAnswer> {
    const [, owner, name, ...rest] = segmentsOf(request.path) ?? [];
    if (owner === '~') return assets.answer(name, rest[0]) ?? nothing(request);
    if (owner === undefined || name === undefined) return nothing(request);
    const snapshot = await snapshotAt(owner, name, sites);
    if (!snapshot?.tree.lead) return nothing(request);
    const admission = await admit(snapshot, { rest, request }, sites);
    if (admission.kind === 'in') return showSite({ ...admission, request, sites });
    if (admission.kind === 'elsewhere') return admission.answer;
    return admission.kind === 'stranger' ? stranger(request) : nothing(request);
  }

  const web: Web<Sites> = {
    prefix: '/s/',
    answer: (request, sites) =>
      answer(request, sites).catch((error: unknown) => {
        // What was there a moment ago, and what leads to something that is not shown.
        if (error instanceof Failure && error.kind === 'not-found') return nothing(request);
        throw error;
      }),
  };
  return {
    web,
    /** To be called whenever what sites show may have changed. */
    onChange() {
      hears = true;
      snapshots.clear();
    },
    /** To be called when changes are not heard of: then nothing is kept. */
    onSilence() {
      hears = false;
      snapshots.clear();
    },
  };
}
