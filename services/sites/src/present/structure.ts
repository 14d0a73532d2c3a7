import type { SiteStructure } from '@quire/contract';
import type { SiteView } from '../domain/site-view.js';
import { isGroup, topOf } from '../domain/tree.js';
import { presentSection, presentSectionGroup } from './site-section.js';
import { presentSiteSpaces } from './site-space.js';

export function presentStructure(view: SiteView): SiteStructure {
  const { tree } = view;
  const isFlat = tree.sections.length === 0 && (tree.siteSpaces.length > 0 || tree.groups.length === 0);
  if (isFlat) {
    return { type: 'siteSpaces', structure: presentSiteSpaces(tree.siteSpaces, view) };
  }
  const items = topOf(tree).map((item) =>
    isGroup(item) ? presentSectionGroup(item, view) : presentSection(item, view),
  );
  return { type: 'sections', structure: items };
}
