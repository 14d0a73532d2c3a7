import type { EventData, events } from '@quire/contract';
import type { SiteRow } from '../tables/site.js';
import type { ShareLinkRow } from '../tables/share-link.js';
import { sha256 } from '@quire/runtime';
import type { ShareKeys } from './share-keys.js';
import { pathTo, rootOf } from './addresses.js';
import type { Tree, TreeSiteSpace } from './tree.js';

/** All that other services are told about a site. */
export const siteFacts = (site: SiteRow, tree: Tree, publicUrl: string): EventData<typeof events.siteUpdated> => ({
  site: site.id,
  organization: site.organization_id,
  title: site.title,
  visibility: site.visibility,
  published: site.published,
  ...(site.published && tree.lead ? { url: rootOf(site, publicUrl) } : {}),
});

/** The same about a space on it. */
export const siteSpaceFacts = (
  siteSpace: TreeSiteSpace,
  { site, tree, publicUrl }: { site: SiteRow; tree: Tree; publicUrl: string },
): EventData<typeof events.siteSpaceAdded> => ({
  siteSpace: siteSpace.id,
  site: site.id,
  organization: site.organization_id,
  space: siteSpace.space_id,
  ...(siteSpace.section_id === null ? {} : { section: siteSpace.section_id }),
  visibility: site.visibility,
  published: site.published,
  ...(site.published && siteSpace.shown ? { url: rootOf(site, publicUrl) + pathTo(siteSpace, tree) } : {}),
});

export const shareLinkFact = (link: ShareLinkRow, site: SiteRow, { keyOf }: ShareKeys) => ({
  subject: link.id,
  sequence: link.version,
  data: {
    shareLink: link.id,
    site: site.id,
    organization: site.organization_id,
    name: link.name,
    active: link.active,
    keyHash: sha256(keyOf(link)).toString('hex'),
  },
});
