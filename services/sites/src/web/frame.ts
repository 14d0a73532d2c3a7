import { attribute, escapeHtml } from '../render/escape.js';
import type { AssetAddresses } from './assets.js';
import type { Resolve } from '../render/phrases.js';
import { foot, header } from './bars.js';
import { htmlDocument, navigation } from './layout.js';
import { choicesOf } from './navigation.js';
import type { PageModel } from './page-model.js';
import type { Entrance } from './place.js';
import { surroundingsOf } from './surroundings.js';

type Frame = Pick<PageModel, 'site' | 'language' | 'assets' | 'search' | 'sections' | 'variants' | 'surroundings'>;

/** What readers call the site. */
export const siteTitle = ({ snapshot }: Entrance): string =>
  snapshot.publishing.customization?.title ?? snapshot.site.title;

/** What every page of a site has in common. */
export function frameOf(entrance: Entrance, resolve: Resolve): Frame {
  const { snapshot, root, assets } = entrance;
  const { lead } = snapshot.tree;
  return {
    site: { href: root || '/', title: siteTitle(entrance) },
    surroundings: surroundingsOf(entrance, resolve),
    language: snapshot.publishing.customization?.internationalization.locale ?? 'en',
    assets,
    search: `${root}/~/search`,
    ...(lead ? choicesOf(entrance, lead) : { sections: [], variants: [] }),
  };
}

/** What stands around a page that is not one of a site's documents: the table of contents is that of its first space. */
export type PlainFrame = Frame & Pick<PageModel, 'navigation'>;

/** A page of a site that is not one of its documents. */
export function plainPage(frame: PlainFrame, { title, html }: { title: string; html: string }): string {
  const body = `${header(frame)}
<div class="page">
${navigation(frame)}
<main id="~content" tabindex="-1">
<article>
<header>
<h1>${escapeHtml(title)}</h1>
</header>
${html}
</article>
</main>
</div>
${foot(frame)}`;
  return htmlDocument({ ...frame, title: `${title} · ${frame.site.title}`, isIndexed: false }, body);
}

/** `path` is what was asked for: what it names may be found under another address. */
export function notFoundPage(frame: PlainFrame, path: readonly string[]): string {
  const words = (path.at(-1) ?? '').replace(/\.\w+$/, '').replace(/[-_+\s]+/g, ' ');
  const html = `<p>There is no page at this address. It may have been moved or removed.</p>
${searchForm(frame.search, words.slice(0, 100))}
<p><a${attribute('href', frame.site.href)}>Go to the first page</a></p>`;
  return plainPage(frame, { title: 'Page not found', html });
}

export const searchForm = (action: string, query: string): string =>
  `<form class="search-page"${attribute('action', action)} method="get">
<input aria-label="Search this site" type="search" name="q" dir="auto"${attribute('value', query)} maxlength="512">
<button type="submit">Search</button>
</form>`;

/** What somebody sees who may not know whether there is a site. */
export const nothingHere = (assets: AssetAddresses, { title, text }: { title: string; text: string }): string =>
  htmlDocument(
    { title, language: 'en', assets, site: { href: '', title: 'Quire' }, isIndexed: false },
    `<div class="page plain"><main id="~content" tabindex="-1"><article><header><h1>${escapeHtml(title)}</h1></header>
<p>${escapeHtml(text)}</p></article></main></div>`,
  );
