import { events } from '@quire/contract';
import { invalid, newId, recordEvent, recordEvents, type Tx } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { updateSection } from '../tables/section.js';
import { deleteSite, findSite, insertSite, type SiteRow, updateDefaults } from '../tables/site.js';
import { listAllShareLinks } from '../tables/share-link.js';
import type { WholeSite } from './change-site.js';
import { shareLinkFact, siteFacts } from './facts.js';
import { requireSection } from './sections.js';
import { removeSiteSpaces, requireSiteSpace } from './site-spaces.js';
import { treeOf } from './tree.js';

export interface Founding {
  organizationId: string;
  title?: string | undefined;
  type?: SiteRow['type'] | undefined;
  visibility?: SiteRow['visibility'] | undefined;
  now: Date;
}

/** Makes a site with nothing on it. The organization is known here. */
export async function foundSite(tx: Tx, { publicUrl }: Sites, founding: Founding): Promise<SiteRow> {
  const { organizationId, now } = founding;
  const siteId = newId(now.getTime());
  await insertSite(tx, {
    id: siteId,
    organization_id: organizationId,
    title: founding.title ?? 'Untitled site',
    type: founding.type ?? 'ultimate',
    visibility: founding.visibility ?? 'public',
    created_at: now,
  });
  const site = (await findSite(tx, { organizationId, siteId }))!;
  const tree = treeOf({
    default_section_id: null,
    default_site_space_id: null,
    groups: [],
    sections: [],
    siteSpaces: [],
  });
  const data = siteFacts(site, tree, publicUrl);
  await recordEvent(tx, events.siteCreated, { subject: siteId, sequence: site.version, data });
  return site;
}

/** Chooses what readers meet first: a section, a space, or, when both are named, a section and the space that leads it. */
export async function setDefaults(
  tx: Tx,
  { site, tree }: WholeSite,
  wanted: { section: string | undefined; siteSpace: string | undefined },
): Promise<void> {
  if (wanted.section !== undefined) {
    const { id } = requireSection(tree, wanted.section);
    await updateDefaults(tx, site.id, { default_section_id: id });
  }
  if (wanted.siteSpace === undefined) return;
  const { id, section_id } = requireSiteSpace(tree, wanted.siteSpace);
  if (section_id === null) return updateDefaults(tx, site.id, { default_site_space_id: id });
  if (wanted.section !== undefined && wanted.section !== section_id) {
    throw invalid([
      { path: 'body.defaultSiteSpace', message: 'is not in the section that `defaultSiteSection` names' },
    ]);
  }
  await updateSection(tx, section_id, { default_site_space_id: id });
  await updateDefaults(tx, site.id, { default_section_id: section_id });
}

/** Deletes a site with everything on it. */
export async function dissolveSite(tx: Tx, { shareKeys }: Sites, { site, tree }: WholeSite): Promise<void> {
  const links = await listAllShareLinks(tx, site.id);
  const facts = links.map((link) => shareLinkFact({ ...link, version: link.version + 1 }, site, shareKeys));
  await recordEvents(tx, events.shareLinkDeleted, facts);
  await removeSiteSpaces(tx, tree.siteSpaces);
  await deleteSite(tx, site.id);
}
