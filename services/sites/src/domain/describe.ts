import type { SiteSection, SiteSectionGroup, SiteSpace } from '@quire/contract';
import type { Db, Principal } from '@quire/runtime';
import { presentSection, presentSectionGroup } from '../present/site-section.js';
import { presentSiteSpaces } from '../present/site-space.js';
import type { Sites } from '../sites.js';
import type { SiteKey } from '../tables/site.js';
import { requireGroup } from './section-groups.js';
import { requireSection } from './sections.js';
import { requireSiteSpace } from './site-spaces.js';
import { viewSite } from './site-view.js';

/** Shows one thing on a site as the API does; each throws 404 when it is not there. */
export function describer(db: Db, sites: Sites, { site, principal }: { site: SiteKey; principal: Principal }) {
  return {
    section: async (id: string): Promise<SiteSection> => {
      const of: Of = (tree) => requireSection(tree, id).siteSpaces;
      const view = await viewSite(db, sites, site, { principal, of });
      return presentSection(requireSection(view.tree, id), view);
    },
    group: async (id: string): Promise<SiteSectionGroup> => {
      const of: Of = (tree) => requireGroup(tree, id).sections.flatMap(({ siteSpaces }) => siteSpaces);
      const view = await viewSite(db, sites, site, { principal, of });
      return presentSectionGroup(requireGroup(view.tree, id), view);
    },
    siteSpace: async (id: string): Promise<SiteSpace> => {
      const view = await viewSite(db, sites, site, { principal, of: (tree) => [requireSiteSpace(tree, id)] });
      return presentSiteSpaces([requireSiteSpace(view.tree, id)], view)[0]!;
    },
  };
}

type Of = NonNullable<Parameters<typeof viewSite>[3]['of']>;
