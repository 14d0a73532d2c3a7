import type { SiteRow } from '../tables/site.js';
import type { Tree, TreeSection, TreeSiteSpace } from './tree.js';

type Addressed = Pick<SiteRow, 'id' | 'organization_id' | 'hostname' | 'custom_hostname' | 'basename'>;
type Opened = Addressed & Pick<SiteRow, 'published' | 'visibility' | 'site_spaces'>;

/** Where readers find a site, be it published or not. */
export const rootOf = (site: Addressed, publicUrl: string): string =>
  site.custom_hostname === null
    ? `${publicUrl}/s/${segment(site.hostname ?? site.organization_id)}/${segment(site.basename ?? site.id)}`
    : originOf(site, publicUrl);

/** The host that a site is on. One of its own is reached the way that Quire is: by the same scheme and port. */
export function originOf({ custom_hostname }: Pick<Addressed, 'custom_hostname'>, publicUrl: string): string {
  const url = new URL(publicUrl);
  if (custom_hostname !== null) url.hostname = custom_hostname;
  return url.origin;
}

/** The same of a site that has pages to read; undefined for those that have none, and none without a share link's key. */
export const openRoot = (site: Opened, publicUrl: string): string | undefined =>
  hasPages(site) && site.visibility !== 'share-link' ? rootOf(site, publicUrl) : undefined;

export const hasPages = ({ published, site_spaces }: Opened): boolean => published && site_spaces > 0;

/** The same for the bearer of a share link's key. */
export const sharedRootOf = (root: string, shareKey: string): string => `${root}/~/share/${segment(shareKey)}`;

/**
 * The path of a space on its site, from the root on: defaults have short ones, everything else has one that names
 * section and space, so that no two are alike.
 */
export function pathTo(siteSpace: TreeSiteSpace, { sections, lead }: Tree): string {
  if (siteSpace.id === lead?.id) return '';
  const section = sections.find(({ id }) => id === siteSpace.section_id);
  if (!section) return `/${segment(siteSpace.path)}`;
  return section.lead?.id === siteSpace.id
    ? sectionPath(section)
    : `${sectionPath(section)}/${segment(siteSpace.path)}`;
}

/** The path of a section from the root on; undefined while nothing in it can be seen. */
export function pathToSection(section: TreeSection, tree: Tree): string | undefined {
  return section.lead && pathTo(section.lead, tree);
}

const sectionPath = ({ path }: TreeSection) => `/${segment(path)}`;
const segment = encodeURIComponent;
