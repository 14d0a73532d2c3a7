import { attribute, escapeHtml } from '../render/escape.js';
import { foot, header } from './bars.js';
import type { NavigationItem, PageModel, WebLink } from './page-model.js';

/** A published page as a whole document. It works without its script; the script adds search as one types, tabs and copying. */
export function pageDocument(model: PageModel): string {
  const { shown, cover } = model;
  const picture = cover ? coverImage(cover) : '';
  const classes = ['page', ...(shown.contents ? [] : ['no-contents']), ...(shown.wide ? ['wide'] : [])];
  const body = `${header({ ...model, hasContents: shown.contents })}
${cover?.isFull ? picture : ''}
<div class="${classes.join(' ')}">
${shown.contents ? navigation(model) : ''}
<main id="~content" tabindex="-1">
${breadcrumbs(model)}
${cover && !cover.isFull ? picture : ''}
<article>
${heading(model)}
${model.html}
</article>
${neighbours(model)}
${footer(model)}
</main>
${outline(model)}
</div>
${foot(model)}`;
  return htmlDocument({ ...model, title: titleOf(model) }, body);
}

/** A title that is not to be seen is still there for who hears the page. */
function heading({ title, emoji, description, shown }: PageModel): string {
  const sign = emoji ? `<span class="emoji" aria-hidden="true">${escapeHtml(emoji)}</span> ` : '';
  if (!shown.title) return `<h1 class="visually-hidden">${escapeHtml(title)}</h1>`;
  const more = description && shown.description ? `\n<p class="description">${escapeHtml(description)}</p>` : '';
  return `<header dir="auto">\n<h1>${sign}${escapeHtml(title)}</h1>${more}\n</header>`;
}

const coverImage = ({ href, isFull, at }: NonNullable<PageModel['cover']>) =>
  `<img class="cover at-${at}${isFull ? ' full' : ''}"${attribute('src', href)} alt="">`;

const titleOf = ({ title, site }: PageModel) => (title === site.title ? title : `${title} · ${site.title}`);

/** The frame of every page of a site, error pages too. */
export function htmlDocument(
  {
    title,
    language,
    description,
    canonical,
    assets,
    isIndexed,
    feed,
    markdown,
    site,
    surroundings,
  }: Pick<PageModel, 'title' | 'language' | 'assets' | 'site' | 'isIndexed'> &
    Partial<Pick<PageModel, 'description' | 'canonical' | 'feed' | 'markdown' | 'surroundings'>>,
  body: string,
): string {
  const meta = [
    ...(description ? [['name', 'description', description]] : []),
    ...(isIndexed ? [] : [['name', 'robots', 'noindex']]),
    ['property', 'og:title', title],
    ['property', 'og:site_name', site.title],
    ['property', 'og:type', 'article'],
    ...(description ? [['property', 'og:description', description]] : []),
    ...(canonical ? [['property', 'og:url', canonical]] : []),
    ...(surroundings?.preview ? [['property', 'og:image', surroundings.preview]] : []),
  ].map(([kind, name, content]) => `<meta ${kind}="${name}"${attribute('content', content)}>`);
  const icon = surroundings?.icon;
  const icons = icon
    ? [
        ['(prefers-color-scheme: light)', icon.light],
        ['(prefers-color-scheme: dark)', icon.dark],
      ].map(([media, href]) => `<link rel="icon"${attribute('href', href)} media="${media}">`)
    : [`<link rel="icon"${attribute('href', assets.icon)} type="image/svg+xml">`];
  return `<!doctype html>
<html${attribute('lang', language)}${attribute('class', surroundings?.classes)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
${meta.join('\n')}
${canonical ? `<link rel="canonical"${attribute('href', canonical)}>` : ''}
${markdown ? `<link rel="alternate" type="text/markdown"${attribute('href', markdown)}>` : ''}
${feed ? `<link rel="alternate" type="application/rss+xml"${attribute('href', feed)} title="Changes">` : ''}
${icons.join('\n')}
<link rel="stylesheet"${attribute('href', assets.style)}>
${surroundings?.style ? `<link rel="stylesheet"${attribute('href', surroundings.style)}>` : ''}
${surroundings?.isSwitchable ? `<script${attribute('src', assets.theme)}></script>` : ''}
<script defer${attribute('src', assets.script)}></script>
</head>
<body>
<a class="skip" href="#~content">Skip to content</a>
${body}
</body>
</html>
`;
}

export function navigation({ navigation: items }: Pick<PageModel, 'navigation'>): string {
  return `<nav class="contents" aria-label="Table of contents" dir="auto">
${navigationList(items)}
</nav>`;
}

function navigationList(items: readonly NavigationItem[]): string {
  return `<ul>${items.map(navigationItem).join('\n')}</ul>`;
}

function navigationItem({ title, href, emoji, isCurrent, isOpen, isExternal, children }: NavigationItem): string {
  const label = `${emoji ? `<span class="emoji" aria-hidden="true">${escapeHtml(emoji)}</span> ` : ''}${escapeHtml(title)}`;
  const link =
    href === undefined
      ? `<span class="group">${label}</span>`
      : `<a${attribute('href', href)}${isCurrent ? ' aria-current="page"' : ''}${isExternal ? ' rel="noopener" class="external"' : ''}>${label}</a>`;
  if (children.length === 0) return `<li>${link}</li>`;
  const list = navigationList(children);
  // A group is always open; below a page the reader decides.
  if (href === undefined) return `<li>${link}${list}</li>`;
  return `<li class="parent">${link}<details${isOpen ? ' open' : ''}><summary aria-label="Pages below ${escapeHtml(title)}"></summary>${list}</details></li>`;
}

function breadcrumbs({ breadcrumbs: items }: PageModel): string {
  if (items.length === 0) return '';
  const links = items.map(({ href, title }) =>
    href ? `<li><a${attribute('href', href)}>${escapeHtml(title)}</a></li>` : `<li>${escapeHtml(title)}</li>`,
  );
  return `<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>${links.join('')}</ol></nav>`;
}

function outline({ outline: headings }: PageModel): string {
  const shown = headings.filter(({ level, text }) => level <= 3 && text !== '');
  if (shown.length < 2) return '<div class="outline"></div>';
  const items = shown.map(
    ({ id, level, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(encodeURIComponent(id))}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${items.join('\n')}</ul></nav>`;
}

function neighbours({ previous, next }: PageModel): string {
  const link = (way: string, to: WebLink | undefined) =>
    to
      ? `<a class="${way}" rel="${way}"${attribute('href', to.href)}><small>${way === 'prev' ? 'Previous' : 'Next'}</small><span>${escapeHtml(to.title)}</span></a>`
      : '';
  return previous || next
    ? `<nav class="neighbours" aria-label="Pages">${link('prev', previous)}${link('next', next)}</nav>`
    : '';
}

function footer({ updatedAt, markdown }: PageModel): string {
  const day = updatedAt?.slice(0, 10);
  const updated = day ? `<span>Updated <time${attribute('datetime', updatedAt)}>${day}</time></span>` : '';
  const source = markdown ? `<a${attribute('href', markdown)}>View as Markdown</a>` : '';
  return updated || source ? `<footer>${updated}${source}</footer>` : '';
}
