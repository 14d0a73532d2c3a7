import type { ContentRef, SiteCustomizationSettings } from '@quire/contract';
import { entityTag } from '@quire/runtime';
import { defaultCustomization } from '../domain/customization.js';
import { escapeHtml } from '../render/escape.js';
import type { Resolve } from '../render/phrases.js';
import { emojiCharacters } from './emoji.js';
import { lookClasses, styleSheet } from './look.js';
import type { HeaderLink, Images, Surroundings, WebLink } from './page-model.js';
import type { Entrance } from './place.js';

/** The settings of a site as its pages show them. Links that lead nowhere are left out. */
export function surroundingsOf({ snapshot, root }: Entrance, resolve: Resolve): Surroundings {
  const { customization } = snapshot.publishing;
  const settings = customization ?? defaultCustomization;
  const { header, footer, announcement, themes, privacyPolicy, socialPreview, trademark, externalLinks } = settings;
  const { lead } = snapshot.tree;
  const hrefOf = (to: ContentRef): string | undefined => {
    // A page without a space is one of the first space's, on all pages alike.
    const space = to.kind === 'page' || to.kind === 'anchor' ? { space: lead?.space_id } : {};
    return resolve({ ...space, ...to })?.href;
  };
  const linkOf = ({ title, to }: { title: string; to: ContentRef }): WebLink[] => {
    const href = hrefOf(to);
    return href === undefined ? [] : [{ title, href }];
  };
  const headerLink = (link: (typeof header.links)[number]): HeaderLink[] => {
    const { title, to, style = 'link' } = link;
    const below = { title, style, href: to === null ? undefined : hrefOf(to), links: link.links.flatMap(linkOf) };
    return below.href !== undefined || below.links.length > 0 ? [below] : [];
  };
  return {
    classes: lookClasses(settings) + (themes.toggeable ? ' switchable' : ''),
    style: customization ? `${root}/~/style.css?v=${styleVersion(customization)}` : undefined,
    isSwitchable: themes.toggeable,
    logo: header.logo,
    icon: iconOf(settings.favicon),
    links: header.preset === 'none' ? [] : header.links.flatMap(headerLink),
    announcement: announcement?.enabled
      ? { ...announcement, link: announcement.link && linkOf(announcement.link)[0] }
      : undefined,
    footer: {
      ...footer,
      groups: footer.groups
        .map(({ title, links }) => ({ title, links: links.flatMap(linkOf) }))
        .filter(({ links }) => links.length > 0),
    },
    privacyPolicy: privacyPolicy.url,
    preview: socialPreview.url,
    isMarked: trademark.enabled,
    opensBeside: externalLinks.target === 'blank',
  };
}

/** Differs when the site's own style sheet does. */
export const styleVersion = (settings: SiteCustomizationSettings): string =>
  entityTag(styleSheet(settings)).replace(/\W/g, '').slice(0, 16);

function iconOf(favicon: SiteCustomizationSettings['favicon']): Images | undefined {
  if ('icon' in favicon) return favicon.icon;
  const emoji = 'emoji' in favicon ? emojiCharacters(favicon.emoji) : undefined;
  if (emoji === undefined) return undefined;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${escapeHtml(emoji)}</text></svg>`;
  const href = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return { light: href, dark: href };
}
