import type { ElementContent, Root } from 'hast';
import { attribute, classesOf, elementsIn, isElement, oneLine, type Parent, textOf } from '../html/hast.js';

const contentIds = /^(?:content|main|main-content|page-content)$/;
const contentClasses = /^(?:markdown-body|main-content|article-body|post-content|entry-content|md-content)$/;
const menus =
  /^(?:nav|navbar|navigation|sidebar|breadcrumbs?|toc|table-of-contents|pagination|pager|prev-next|edit-this-page|cookie-.*|site-header|site-footer)$/i;
const callouts = /callout|admonition|alert|custom-block/;

/** The part of a page that is its own: `<main>`, or the one `<article>`, without menus. */
export function mainContent(root: Root): Parent {
  const content = findMain(root);
  const whole = isElement(content, 'body');
  for (const node of [content, ...elementsIn(content)])
    node.children = (node.children as ElementContent[]).filter((child) => !isMenu(child, whole && node === content));
  return content;
}

function findMain(root: Root): Parent {
  const all = [...elementsIn(root)];
  const first = all.find((each) => each.tagName === 'main' || attribute(each, 'role') === 'main');
  const articles = [...elementsIn(first ?? root)].filter(({ tagName }) => tagName === 'article');
  if (articles.length === 1) return articles[0]!;
  return (
    first ??
    all.find(
      (each) => contentIds.test(attribute(each, 'id')) || classesOf(each).some((name) => contentClasses.test(name)),
    ) ??
    all.find(({ tagName }) => tagName === 'body') ??
    root
  );
}

/** A header inside of the content holds its title; one above it the name of the website. */
function isMenu(child: ElementContent, above: boolean): boolean {
  if (!isElement(child)) return false;
  const { tagName } = child;
  if (tagName === 'nav' || tagName === 'footer' || (above && tagName === 'header')) return true;
  if (/^(?:navigation|banner|contentinfo|search|complementary)$/.test(attribute(child, 'role'))) return true;
  const classes = classesOf(child);
  if (tagName === 'aside') return !classes.some((name) => callouts.test(name));
  return /^(?:div|[uo]l|section)$/.test(tagName) && classes.some((name) => menus.test(name));
}

/** The title of a page whose content has no heading of its own: the only one above it, else `<title>` without the website's name. */
export function pageTitle(root: Root): string | undefined {
  const all = [...elementsIn(root)];
  const headings = all.filter(({ tagName }) => tagName === 'h1');
  const main = findMain(root);
  const own =
    headings.find((heading) => [...elementsIn(main)].includes(heading)) ??
    (headings.length === 1 ? headings[0] : undefined);
  if (own && oneLine(textOf(own)) !== '') return oneLine(textOf(own)).replace(/[\s¶#]+$/, '');
  const title = all.find(({ tagName }) => tagName === 'title');
  return title && (oneLine(textOf(title)).replace(/ [|–—·] [^|–—·]*$/, '') || undefined);
}

/** What a page leads to and shows, as it is written. */
export interface Found {
  base: string | undefined;
  links: string[];
  images: string[];
}

/** Links of the whole page, since menus lead to the other pages, and pictures and downloads of its content. */
export function findAddresses(root: Root): Found & { contentLinks: string[] } {
  const all = [...elementsIn(root)];
  const base = all.find(({ tagName }) => tagName === 'base');
  const followed = all.filter((each) => each.tagName === 'a' && !/\bnofollow\b/.test(attribute(each, 'rel')));
  const links = followed.map((each) => attribute(each, 'href')).filter((href) => href !== '');
  const content = [...elementsIn(mainContent(root))];
  const images = content.flatMap((each) =>
    each.tagName === 'img' ? [attribute(each, 'src'), attribute(each, 'dataSrc')].filter((src) => src !== '') : [],
  );
  const contentLinks = content.flatMap((each) => (each.tagName === 'a' ? [attribute(each, 'href')] : []));
  return { base: base && attribute(base, 'href'), links, images, contentLinks };
}
