import { Feed } from 'feed';
import { pageHref, type Place, spaceHref } from './place.js';

const most = 50;

/** What changed last in spaces of a site, as RSS 2.0: the pages that readers see, the latest change of each. */
export function rss(places: readonly Place[], { title, language }: { title: string; language: string }): string {
  const [first] = places;
  const link = first ? first.origin + (places.length > 1 ? first.root : spaceHref(first, first.siteSpace)) : '';
  const changes = places
    .flatMap((place) => place.index.documents.map((page) => ({ place, page })))
    .sort(({ page: one }, { page: other }) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, most);
  const feed = new Feed({
    title: plain(title),
    description: `Changes of ${plain(title)}`,
    id: link,
    link,
    language,
    generator: 'Quire',
    // Without one it would be the time of asking, and every answer another.
    updated: new Date(changes[0]?.page.updatedAt ?? 0),
  });
  for (const { place, page } of changes) {
    const address = place.origin + pageHref(place, page);
    feed.addItem({
      title: plain(page.title),
      // The same page changed again is something new to read.
      guid: `${address}#${page.updatedAt}`,
      link: address,
      date: new Date(page.updatedAt),
      ...(page.description ? { description: plain(page.description) } : {}),
    });
  }
  return feed.rss2();
}

/** XML has no way to write most control characters. */
// oxlint-disable-next-line no-control-regex
const plain = (text: string) => text.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, ' ');
