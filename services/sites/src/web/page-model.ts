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

/** Everything that a published page shows, ready to be written. */
export interface PageModel {
  site: WebLink & { logo?: string | undefined };
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
  /** Sanitized. */
  html: string;
  outline: Heading[];
  previous?: WebLink | undefined;
  next?: WebLink | undefined;
  updatedAt?: string | undefined;
  canonical: string;
  markdown: string;
  search: string;
  /** Addresses of style sheet, script and icon, changed whenever they change. */
  assets: { style: string; script: string; icon: string };
  isIndexed: boolean;
  feed?: string | undefined;
}
