import type { Heading } from '../render/blocks.js';

/** A link as a reader sees it. */
export interface WebLink {
  href: string;
  title: string;
}

/** An entry of the table of contents; a group has no address. */
export interface NavigationItem {
  title: string;
  href?: string | undefined;
  emoji?: string | undefined;
  isCurrent: boolean;
  /** Whether what is below it is shown at first: it leads to the current page. */
  isOpen: boolean;
  isExternal?: boolean;
  children: NavigationItem[];
}

export interface Choice extends WebLink {
  isCurrent: boolean;
}

export interface Images {
  light: string;
  dark: string;
}

/** An entry of the header; with others below it, or alone. */
export interface HeaderLink {
  title: string;
  href?: string | undefined;
  style: 'link' | 'button-primary' | 'button-secondary';
  links: WebLink[];
}

/** What the settings of a site put around all its pages. */
export interface Surroundings {
  /** Classes of the root element: the settings that the style sheet knows. */
  classes: string;
  /** Address of the site's own style sheet; none while nothing was chosen. */
  style?: string | undefined;
  /** Whether readers choose between light and dark. */
  isSwitchable: boolean;
  logo?: Images | undefined;
  icon?: Images | undefined;
  links: HeaderLink[];
  announcement?: { message: string; style: string; link?: WebLink | undefined } | undefined;
  footer: { logo?: Images | undefined; groups: { title: string; links: WebLink[] }[]; copyright?: string | undefined };
  privacyPolicy?: string | undefined;
  /** A picture for those who are sent the address. */
  preview?: string | undefined;
  isMarked: boolean;
  /** Whether links that lead elsewhere open beside the site. */
  opensBeside: boolean;
}

/** Everything that a published page shows, ready to be written. */
export interface PageModel {
  site: WebLink;
  surroundings: Surroundings;
  /** Language of the content, for screen readers and hyphenation. */
  language: string;
  sections: Choice[];
  /** Spaces that stand for each other: versions, languages. */
  variants: Choice[];
  navigation: NavigationItem[];
  breadcrumbs: WebLink[];
  title: string;
  emoji?: string | undefined;
  description?: string | undefined;
  cover?: { href: string; isFull: boolean; at: number } | undefined;
  /** What is left out of the page, or stretched. */
  shown: { title: boolean; description: boolean; contents: boolean; wide: boolean };
  /** Sanitized. */
  html: string;
  outline: Heading[];
  previous?: WebLink | undefined;
  next?: WebLink | undefined;
  updatedAt?: string | undefined;
  canonical: string;
  markdown?: string | undefined;
  search: string;
  /** Addresses that change whenever what they lead to does. */
  assets: { style: string; script: string; theme: string; icon: string };
  isIndexed: boolean;
  feed?: string | undefined;
}
