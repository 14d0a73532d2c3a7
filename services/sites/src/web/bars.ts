import { attribute, escapeHtml } from '../render/escape.js';
import type { Choice, HeaderLink, Images, PageModel, Surroundings, WebLink } from './page-model.js';

/** What stands above every page of a site. Headings of pages make ids of letters and digits: those that are ours begin with `~`. */
export function header({
  site,
  sections,
  variants,
  search,
  surroundings,
  hasContents = true,
}: Pick<PageModel, 'site' | 'sections' | 'variants' | 'search' | 'surroundings'> & { hasContents?: boolean }): string {
  const { logo, links, isSwitchable } = surroundings;
  const menu = `<input type="checkbox" id="~menu" class="menu-state" aria-label="Table of contents">
<label class="menu-button" for="~menu" title="Table of contents"><span class="bars" aria-hidden="true"></span></label>`;
  return `${announcement(surroundings)}<header class="top">
<div class="bar">
${hasContents || links.length > 0 ? menu : ''}
<a class="site-title"${attribute('href', site.href)}>${logo ? images(logo, '') : ''}<span>${escapeHtml(site.title)}</span></a>
${choices('Versions', 'variants', variants)}
<form class="search" role="search"${attribute('action', search)} method="get">
<label class="visually-hidden" for="~query">Search</label>
<input id="~query" type="search" name="q" dir="auto" placeholder="Search" autocomplete="off" maxlength="512">
<kbd aria-hidden="true">/</kbd>
<p class="visually-hidden" role="status"></p>
<div class="results" hidden></div>
</form>
${links.length > 0 ? `<nav aria-label="Links"><ul class="links">${links.map((link) => headerLink(link, surroundings)).join('')}</ul></nav>` : ''}
${isSwitchable ? '<button type="button" class="theme" aria-label="Dark theme" title="Light or dark" hidden></button>' : ''}
</div>
${choices('Sections', 'sections', sections)}
</header>`;
}

const isElsewhere = (href: string) => /^https?:/i.test(href);

function anchor({ href, title }: WebLink, { opensBeside }: Surroundings, className?: string): string {
  const target = !isElsewhere(href) ? '' : opensBeside ? ' target="_blank" rel="noopener"' : ' rel="noopener"';
  return `<a${attribute('class', className)}${attribute('href', href)}${target}>${escapeHtml(title)}</a>`;
}

function announcement({ announcement: told, ...rest }: Surroundings): string {
  if (!told) return '';
  const link = told.link ? ` ${anchor(told.link, rest)}` : '';
  return `<aside class="announcement ${told.style}" aria-label="Announcement"><p>${escapeHtml(told.message)}${link}</p></aside>\n`;
}

function headerLink({ title, href, style, links }: HeaderLink, surroundings: Surroundings): string {
  if (links.length === 0) return `<li>${anchor({ title, href: href! }, surroundings, style)}</li>`;
  const all = href === undefined ? links : [{ title, href }, ...links];
  const items = all.map((link) => `<li>${anchor(link, surroundings)}</li>`);
  return `<li><details><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details></li>`;
}

function images({ light, dark }: Images, alt: string): string {
  const image = (source: string, className?: string) =>
    `<img${attribute('class', className)}${attribute('src', source)} alt="${escapeHtml(alt)}" height="28">`;
  return light === dark ? image(light) : image(light, 'only-light') + image(dark, 'only-dark');
}

function choices(label: string, className: 'sections' | 'variants', items: readonly Choice[]): string {
  if (items.length < 2) return '';
  const links = items.map(
    ({ href, title, isCurrent }) =>
      `<li><a${attribute('href', href)}${isCurrent ? ' aria-current="true"' : ''}>${escapeHtml(title)}</a></li>`,
  );
  if (className === 'sections') return `<nav class="sections" aria-label="${label}"><ul>${links.join('')}</ul></nav>`;
  const current = items.find(({ isCurrent }) => isCurrent) ?? items[0]!;
  return `<details class="variants"><summary aria-label="${label}: ${escapeHtml(current.title)}">${escapeHtml(current.title)}</summary><ul>${links.join('')}</ul></details>`;
}

/** What stands below every page of a site; nothing where there is nothing to say. */
export function foot({ surroundings }: Pick<PageModel, 'surroundings'>): string {
  const { footer, privacyPolicy, isMarked } = surroundings;
  const { logo, groups, copyright } = footer;
  const lists = groups.map(
    ({ title, links }) =>
      `<div><p>${escapeHtml(title)}</p><ul>${links.map((link) => `<li>${anchor(link, surroundings)}</li>`).join('')}</ul></div>`,
  );
  const small = [
    ...(copyright ? [`<span>${escapeHtml(copyright)}</span>`] : []),
    ...(privacyPolicy ? [anchor({ title: 'Privacy', href: privacyPolicy }, surroundings)] : []),
    ...(isMarked ? ['<span>Published with Quire</span>'] : []),
  ];
  if (!logo && lists.length + small.length === 0) return '';
  return `<footer class="foot"><div>
${logo ? `<div>${images(logo, '')}</div>` : ''}
${lists.join('\n')}
${small.length > 0 ? `<div class="small">${small.join('')}</div>` : ''}
</div></footer>`;
}
