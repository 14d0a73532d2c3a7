import type { SiteCustomizationSettings } from '@quire/contract';
import { inkOn, legible, mix } from './contrast.js';

type Styling = SiteCustomizationSettings['styling'];
type Themed = Styling['primaryColor'];

/** As `site.css` has them. */
const papers: Record<Styling['theme'], Themed> = {
  clean: { light: '#ffffff', dark: '#12161d' },
  bold: { light: '#ffffff', dark: '#12161d' },
  gradient: { light: '#ffffff', dark: '#12161d' },
  muted: { light: '#f7f7f8', dark: '#17191e' },
};
const inks: Themed = { light: '#1c2330', dark: '#e4e8ef' };

/** Classes of a page's root by which the style sheet follows the site's settings; a theme only where readers have no choice. */
export function lookClasses({ styling, themes }: SiteCustomizationSettings): string {
  const { theme, corners, depth, links, sidebar, search } = styling;
  return [
    `theme-${theme}`,
    `corners-${corners}`,
    `depth-${depth}`,
    `links-${links}`,
    `sidebar-${sidebar.background}`,
    `list-${sidebar.list}`,
    `search-${search}`,
    ...(themes.toggeable && themes.default === 'light' ? [] : [themes.default]),
  ].join(' ');
}

/** Colors and fonts of a site as a style sheet. Text is readable in them, whatever was chosen. */
export function styleSheet({ styling, header }: SiteCustomizationSettings): string {
  const paper = papers[styling.theme];
  const asText = (color: Themed, on = paper) => each((mode) => legible(color[mode], on[mode]));
  const accent = asText(styling.primaryColor);
  const root = {
    '--accent': themed(accent),
    '--on-accent': themed(each((mode) => inkOn(accent[mode]))),
    '--info': themed(asText(styling.infoColor)),
    '--success': themed(asText(styling.successColor)),
    '--warning': themed(asText(styling.warningColor)),
    '--danger': themed(asText(styling.dangerColor)),
    '--font': fontStack(styling.font),
    '--code-font': `"${codeFonts[styling.monospaceFont]}", ui-monospace, Menlo, Consolas, "Liberation Mono", monospace`,
  };
  return rule(':root', root) + barStyle({ styling, header }, accent);
}

/** The header in a color of its own, where it has one. */
function barStyle({ styling, header }: Pick<SiteCustomizationSettings, 'styling' | 'header'>, accent: Themed): string {
  const isBold = header.preset === 'bold' || (header.preset === 'default' && styling.theme === 'bold');
  const custom = header.preset === 'custom' ? header.backgroundColor : undefined;
  const paper = isBold ? styling.primaryColor : header.preset === 'contrast' ? inks : custom;
  if (!paper) return '';
  const ink = each((mode) => inkOn(paper[mode]));
  const links = (header.preset === 'custom' ? header.linkColor : undefined) ?? ink;
  const shade = (share: number) => themed(each((mode) => mix(paper[mode], ink[mode], share)));
  const bar = {
    '--paper': themed(paper),
    '--ink': themed(ink),
    '--muted': themed(each((mode) => legible(links[mode], paper[mode]))),
    '--line': shade(0.2),
    '--raised': shade(0.08),
    '--accent': themed(each((mode) => legible(links[mode], paper[mode]))),
    '--on-accent': themed(each((mode) => inkOn(legible(links[mode], paper[mode])))),
    color: 'var(--ink)',
  };
  // What unfolds from the header is paper again.
  const plain = papers[styling.theme];
  const unfolded = {
    '--paper': themed(plain),
    '--ink': themed(inks),
    '--muted': 'light-dark(#566072, #9aa5b8)',
    '--line': 'light-dark(#e1e5eb, #2b3340)',
    '--raised': 'light-dark(#f6f7f9, #1a2029)',
    '--accent': themed(accent),
    color: 'var(--ink)',
  };
  return rule('.top', bar) + rule('.results, .top details ul', unfolded);
}

const each = (value: (mode: 'light' | 'dark') => string): Themed => ({ light: value('light'), dark: value('dark') });
const themed = ({ light, dark }: Themed) => `light-dark(${light}, ${dark})`;
const rule = (selector: string, values: Record<string, string>) =>
  `${selector} {\n${Object.entries(values)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`;

/** Fonts come from the reader's machine: none is fetched. */
function fontStack(font: Styling['font']): string {
  const { name, serif = false } = fonts[font];
  const fallback = serif
    ? 'Georgia, "Liberation Serif", serif'
    : 'system-ui, "Segoe UI", "Liberation Sans", sans-serif';
  return `"${name}", ${fallback}`;
}

const fonts: Record<Styling['font'], { name: string; serif?: boolean }> = {
  ABCFavorit: { name: 'ABC Favorit' },
  Inter: { name: 'Inter' },
  Roboto: { name: 'Roboto' },
  RobotoSlab: { name: 'Roboto Slab', serif: true },
  OpenSans: { name: 'Open Sans' },
  SourceSansPro: { name: 'Source Sans Pro' },
  Lato: { name: 'Lato' },
  Ubuntu: { name: 'Ubuntu' },
  Raleway: { name: 'Raleway' },
  Merriweather: { name: 'Merriweather', serif: true },
  Overpass: { name: 'Overpass' },
  NotoSans: { name: 'Noto Sans' },
  IBMPlexSerif: { name: 'IBM Plex Serif', serif: true },
  Poppins: { name: 'Poppins' },
  FiraSans: { name: 'Fira Sans' },
};

const codeFonts: Record<Styling['monospaceFont'], string> = {
  FiraCode: 'Fira Code',
  IBMPlexMono: 'IBM Plex Mono',
  JetBrainsMono: 'JetBrains Mono',
  SourceCodePro: 'Source Code Pro',
  RobotoMono: 'Roboto Mono',
  SpaceMono: 'Space Mono',
  DMMono: 'DM Mono',
  Inconsolata: 'Inconsolata',
};
