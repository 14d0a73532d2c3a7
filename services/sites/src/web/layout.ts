import { attribute, escapeHtml } from '../render/escape.js';
import type { Choice, NavigationItem, PageModel, WebLink } from './page-model.js';

/** A published page as a whole document. It works without its script; the script adds search as one types, tabs and copying. */
export function pageDocument(model: PageModel): string {
  const body = `${header(model)}
<div class="page">
${navigation(model)}
<main id="content" tabindex="-1">
${breadcrumbs(model)}
<article>
<header>
<h1>${model.emoji ? `<span class="emoji" aria-hidden="true">${escapeHtml(model.emoji)}</span> ` : ''}${escapeHtml(model.title)}</h1>
${model.description ? `<p class="description">${escapeHtml(model.description)}</p>` : ''}
</header>
${model.html}
</article>
${neighbours(model)}
${footer(model)}
</main>
${outline(model)}
</div>`;
  return htmlDocument({ ...model, title: titleOf(model) }, body);
}

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
  }: Pick<PageModel, 'title' | 'language' | 'assets' | 'site' | 'isIndexed'> &
    Partial<Pick<PageModel, 'description' | 'canonical' | 'feed' | 'markdown'>>,
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
  ].map(([kind, name, content]) => `<meta ${kind}="${name}"${attribute('content', content)}>`);
  return `<!doctype html>
<html${attribute('lang', language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
${meta.join('\n')}
${canonical ? `<link rel="canonical"${attribute('href', canonical)}>` : ''}
${markdown ? `<link rel="alternate" type="text/markdown"${attribute('href', markdown)}>` : ''}
${feed ? `<link rel="alternate" type="application/rss+xml"${attribute('href', feed)} title="Changes">` : ''}
<link rel="icon"${attribute('href', assets.icon)} type="image/svg+xml">
<link rel="stylesheet"${attribute('href', assets.style)}>
<script defer${attribute('src', assets.script)}></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body>
</html>
`;
}

export function header({
  site,
  sections,
  variants,
  search,
}: Pick<PageModel, 'site' | 'sections' | 'variants' | 'search'>) {
  const logo = site.logo ? `<img${attribute('src', site.logo)} alt="" height="28">` : '';
  return `<header class="top">
<div class="bar">
<input type="checkbox" id="menu" class="menu-state" aria-label="Table of contents">
<label class="menu-button" for="menu"><span class="bars" aria-hidden="true"></span></label>
<a class="site-title"${attribute('href', site.href)}>${logo}${escapeHtml(site.title)}</a>
${choices('Versions', 'variants', variants)}
<form class="search" role="search"${attribute('action', search)} method="get">
<label class="visually-hidden" for="query">Search</label>
<input id="query" type="search" name="q" placeholder="Search" autocomplete="off" maxlength="512">
<div id="results" class="results" hidden></div>
</form>
</div>
${choices('Sections', 'sections', sections)}
</header>`;
}

function choices(label: string, className: string, items: readonly Choice[]): string {
  if (items.length < 2) return '';
  const links = items.map(
    ({ href, title, isCurrent }) =>
      `<li><a${attribute('href', href)}${isCurrent ? ' aria-current="true"' : ''}>${escapeHtml(title)}</a></li>`,
  );
  if (className === 'sections') return `<nav class="sections" aria-label="${label}"><ul>${links.join('')}</ul></nav>`;
  const current = items.find(({ isCurrent }) => isCurrent) ?? items[0]!;
  return `<details class="variants"><summary aria-label="${label}: ${escapeHtml(current.title)}">${escapeHtml(current.title)}</summary><ul>${links.join('')}</ul></details>`;
}

export function navigation({ navigation: items }: Pick<PageModel, 'navigation'>): string {
  return `<nav class="contents" aria-label="Table of contents">
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
  return `<footer>${updated}<a${attribute('href', markdown)}>View as Markdown</a></footer>`;
}
