import type { SiteSection, SiteSectionGroup } from '@quire/contract';
import { pathToSection } from '../domain/addresses.js';
import type { SiteView } from '../domain/site-view.js';
import type { TreeGroup, TreeSection } from '../domain/tree.js';
import { presentSiteSpaces } from './site-space.js';

export function presentSection(section: TreeSection, view: SiteView): SiteSection {
  const { description, condition, group_id, icon } = section;
  const path = pathToSection(section, view.tree);
  return {
    object: 'site-section',
    id: section.id,
    title: section.title,
    ...(description === null ? {} : { description }),
    default: section.isDefault,
    path: section.path,
    ...(condition === null ? {} : { condition }),
    ...(group_id === null ? {} : { sectionGroup: group_id }),
    ...(icon === null ? {} : { icon }),
    siteSpaces: presentSiteSpaces(section.siteSpaces, view),
    urls: view.root === undefined || path === undefined ? {} : { published: view.root + path },
  };
}

export function presentSectionGroup({ id, title, icon, sections }: TreeGroup, view: SiteView): SiteSectionGroup {
  return {
    object: 'site-section-group',
    id,
    title,
    ...(icon === null ? {} : { icon }),
    sections: sections.map((section) => presentSection(section, view)),
  };
}
