import type { SiteSpace } from '@quire/contract';
import { pathTo } from '../domain/addresses.js';
import type { SiteView } from '../domain/site-view.js';
import type { TreeSiteSpace } from '../domain/tree.js';
import { presentSpace } from './space.js';

/** What can be seen of spaces on a site. */
export const presentSiteSpaces = (siteSpaces: readonly TreeSiteSpace[], view: SiteView): SiteSpace[] =>
  siteSpaces.flatMap((siteSpace) => {
    const shown = siteSpace.shown ? view.spaces.get(siteSpace.space_id) : undefined;
    if (!shown) return [];
    const { root, tree } = view;
    const { condition, section_id } = siteSpace;
    return {
      object: 'site-space',
      id: siteSpace.id,
      path: siteSpace.path,
      ...(section_id === null ? {} : { section: section_id }),
      space: presentSpace(shown, view),
      title: shown.facts.title,
      default: siteSpace.isDefault,
      ...(condition === null ? {} : { condition }),
      urls: root === undefined ? {} : { published: root + pathTo(siteSpace, tree) },
    } satisfies SiteSpace;
  });
