import type { RevisionPage } from '../clients/published-content.js';
import { nodesOf, plainText } from '../render/document.js';
import { renderDocument } from '../render/render.js';
import type { Assets } from './assets.js';
import { emojiCharacters } from './emoji.js';
import { frameOf } from './frame.js';
import { pageDocument } from './layout.js';
import type { Library, Revision } from './library.js';
import { breadcrumbsOf, choicesOf, navigationOf } from './navigation.js';
import { linkResolver, markdownHref, pageHref, type Place } from './place.js';

/** Whether search engines may list a page. */
export const isIndexed = ({ snapshot, index }: Place, page: RevisionPage): boolean =>
  snapshot.site.visibility === 'public' && !page.noIndex && !index.isHidden(page);

/** A published page as HTML. */
export async function renderPage(
  place: Place,
  { page, revision, library, assets }: { page: RevisionPage; revision: Revision; library: Library; assets: Assets },
): Promise<string> {
  const [{ document }, files] = await Promise.all([library.text(page), library.files(revision)]);
  const resolve = linkResolver(place, files);
  const nodes = nodesOf(document);
  // The title stands above the text already.
  const isTitled = nodes[0]?.type === 'heading-1' && plainText(nodes[0].nodes).trim() === page.title.trim();
  const shown = isTitled ? { ...document, nodes: document.nodes.slice(1) } : document;
  const { html, outline } = await renderDocument(shown, { resolve });
  const { previous, next } = page.pagination ? place.index.neighbours(page) : {};
  const linkTo = (to: RevisionPage | undefined) => to && { href: pageHref(place, to), title: to.title };
  return pageDocument({
    ...frameOf(place, assets),
    ...choicesOf(place, place.siteSpace),
    navigation: navigationOf(place, resolve, page),
    breadcrumbs: breadcrumbsOf(place, page),
    title: page.title,
    emoji: emojiCharacters(page.emoji),
    description: page.description,
    html,
    outline: page.outline ? outline : [],
    previous: linkTo(previous),
    next: linkTo(next),
    updatedAt: page.updatedAt,
    canonical: place.origin + pageHref(place, page),
    markdown: markdownHref(place, page),
    isIndexed: isIndexed(place, page),
  });
}
