import type { RevisionPage } from '../clients/published-content.js';
import { defaultCustomization } from '../domain/customization.js';
import { nodesOf, plainText } from '../render/document.js';
import { specsIn } from '../render/openapi/openapi-blocks.js';
import { renderDocument } from '../render/render.js';
import { emojiCharacters } from './emoji.js';
import type { Resolve, Target } from '../render/phrases.js';
import { frameOf } from './frame.js';
import { pageDocument } from './layout.js';
import type { Library, Revision } from './library.js';
import type { PageModel } from './page-model.js';
import { breadcrumbsOf, choicesOf, navigationOf } from './navigation.js';
import { linkResolver, markdownHref, pageHref, type Place, spaceBase } from './place.js';

/** Whether search engines may list a page. */
export const isIndexed = ({ snapshot, index }: Place, page: RevisionPage): boolean =>
  snapshot.site.visibility === 'public' && !page.noIndex && !index.isHidden(page);

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A published page as HTML. */
export async function renderPage(
  place: Place,
  {
    page,
    revision,
    library,
    holding,
  }: { page: RevisionPage; revision: Revision; library: Library; holding: readonly string[] },
): Promise<string> {
  const [{ document }, files] = await Promise.all([library.text(page), library.files(revision)]);
  const resolve = linkResolver(place, files);
  const nodes = nodesOf(document);
  // The title stands above the text already.
  const isTitled = nodes[0]?.type === 'heading-1' && isSame(plainText(nodes[0].nodes), page.title);
  const shown = isTitled ? { ...document, nodes: document.nodes.slice(1) } : document;
  const frame = frameOf(place, resolve);
  const { opensBeside } = frame.surroundings;
  const settings = place.snapshot.publishing.customization ?? defaultCustomization;
  const held = new Set(holding);
  const holds = (expression: string) => held.has(expression);
  const specs = await specsOf(place, specsIn(nodes), library);
  const { html, outline } = await renderDocument(shown, { resolve, holds, specs, opensBeside });
  const { layout = {} } = page;
  const isPaged = page.pagination && settings.pagination.enabled;
  const { previous, next } = isPaged ? place.index.neighbours(page) : {};
  const linkTo = (to: RevisionPage | undefined) => to && { href: pageHref(place, to), title: to.title };
  return pageDocument({
    ...frame,
    ...choicesOf(place, place.siteSpace),
    navigation: navigationOf(place, resolve, page),
    breadcrumbs: breadcrumbsOf(place, page),
    title: page.title,
    emoji: emojiCharacters(page.emoji),
    description: page.description,
    cover: layout.cover === false ? undefined : coverOf(page, resolve),
    shown: {
      title: layout.title ?? true,
      description: layout.description ?? true,
      contents: layout.tableOfContents ?? true,
      wide: layout.width === 'wide',
    },
    html,
    outline: page.outline ? outline : [],
    previous: linkTo(previous),
    next: linkTo(next),
    updatedAt: layout.metadata === false ? undefined : page.updatedAt,
    canonical: place.origin + pageHref(place, page),
    markdown: settings.pageActions.markdown ? markdownHref(place, page) : undefined,
    isIndexed: isIndexed(place, page),
    feed: `${spaceBase(place, place.siteSpace)}/rss.xml`,
  });
}

const coverHeight = 240;
const coverWidth = 768;

/** `yPos` moves the picture down by so many pixels from where its middle shows; the style sheet knows tenths of its height. */
function coverOf({ cover, layout }: RevisionPage, resolve: Resolve): PageModel['cover'] {
  if (!cover) return undefined;
  const { file, url, yPos = 0 } = cover;
  const target: Target | undefined = resolve(file === undefined ? { kind: 'url', url } : { kind: 'file', file });
  if (!target) return undefined;
  const height = target.width && target.height ? (coverWidth * target.height) / target.width : 2 * coverHeight;
  const room = Math.max(1, (height - coverHeight) / 2);
  const at = Math.round(Math.min(100, Math.max(0, 50 - (50 * yPos) / room)) / 10) * 10;
  return { href: target.href, isFull: layout?.coverSize === 'full', at };
}

/** The documents of the latest versions of specifications, as far as there are any. */
async function specsOf({ snapshot }: Place, slugs: ReadonlySet<string>, library: Library) {
  const found = await Promise.all(
    [...slugs].map(async (slug) => {
      const version = snapshot.specs.get(slug);
      return [slug, version === undefined ? undefined : await library.specification(version)] as const;
    }),
  );
  return new Map(found.flatMap(([slug, spec]) => (spec ? [[slug, spec] as const] : [])));
}
