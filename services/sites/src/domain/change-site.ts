import { events } from '@quire/contract';
import { notFound, recordEvent, recordEvents, type Tx } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { updateSection } from '../tables/section.js';
import { countUpSite, findSite, lockSite, type SiteKey, type SiteRow, updateDefaults } from '../tables/site.js';
import { countUpSiteSpaces } from '../tables/site-space.js';
import { findTree } from '../tables/tree.js';
import { siteFacts, siteSpaceFacts } from './facts.js';
import { noteFormerPlaces } from './former-places.js';
import { type Tree, type TreeSiteSpace, treeOf } from './tree.js';

/** A site and what stands on it. */
export interface WholeSite {
  site: SiteRow;
  tree: Tree;
}

/**
 * The one way to change a site and what stands on it. Keeps others from doing so until the transaction ends, throws 404
 * when there is no such site, and afterwards chooses defaults where none is left and tells other services about all that
 * is different, be it by a new address only.
 */
export async function changeSite<T>(
  tx: Tx,
  sites: Pick<Sites, 'publicUrl'>,
  key: SiteKey,
  change: (before: WholeSite) => Promise<T>,
): Promise<T> {
  const before = await lockWholeSite(tx, key);
  if (!before) throw notFound('site');
  const result = await change(before);
  await settleSite(tx, sites, before);
  return result;
}

/** The first half of {@link changeSite}, for changes that concern several sites: in the order of their ids, please. */
export async function lockWholeSite(tx: Tx, key: SiteKey): Promise<WholeSite | undefined> {
  const site = await lockSite(tx, key);
  return site && { site, tree: treeOf(await findTree(tx, site.id)) };
}

/** The second half. */
export async function settleSite(tx: Tx, { publicUrl }: Pick<Sites, 'publicUrl'>, before: WholeSite): Promise<void> {
  const { id: siteId, organization_id: organizationId } = before.site;
  await chooseDefaults(tx, siteId);
  const site = await findSite(tx, { organizationId, siteId });
  const after = site && { site, tree: treeOf(await findTree(tx, siteId)) };
  if (after) await noteFormerPlaces(tx, siteId, { before: before.tree, after: after.tree });
  await tellSiteSpaces(tx, before, { after, publicUrl });
  await tellSite(tx, before, { after, publicUrl });
}

/** Every section leads with a space and every site with a section or space, as long as there is one. */
async function chooseDefaults(tx: Tx, siteId: string): Promise<void> {
  const rows = await findTree(tx, siteId);
  const { sections, siteSpaces, lead } = treeOf(rows);
  for (const { id, default_site_space_id, siteSpaces: own, lead: first = own[0] } of sections) {
    if (default_site_space_id === null && first) await updateSection(tx, id, { default_site_space_id: first.id });
  }
  const main = sections.find(({ isDefault }) => isDefault);
  if (rows.default_section_id === null && main) await updateDefaults(tx, siteId, { default_section_id: main.id });
  const first = main ? undefined : (lead ?? siteSpaces[0]);
  if (rows.default_site_space_id === null && first)
    await updateDefaults(tx, siteId, { default_site_space_id: first.id });
}

interface Outcome {
  after: WholeSite | undefined;
  publicUrl: string;
}

async function tellSite(tx: Tx, before: WholeSite, { after, publicUrl }: Outcome): Promise<void> {
  const was = siteFacts(before.site, before.tree, publicUrl);
  const subject = before.site.id;
  const sequence = before.site.version + 1;
  if (!after) return recordEvent(tx, events.siteDeleted, { subject, sequence, data: was });
  const data = siteFacts(after.site, after.tree, publicUrl);
  const settingsOf = ({ site: { basename, custom_hostname, adaptive_content } }: WholeSite) => ({
    basename,
    custom_hostname,
    adaptive_content,
  });
  if (isSame({ ...was, ...settingsOf(before) }, { ...data, ...settingsOf(after) })) return;
  await countUpSite(tx, subject);
  const switched = data.published ? events.sitePublished : events.siteUnpublished;
  const event = was.published === data.published ? events.siteUpdated : switched;
  await recordEvent(tx, event, { subject, sequence, data });
}

interface Told {
  subject: string;
  sequence: number;
  data: ReturnType<typeof siteSpaceFacts>;
}

async function tellSiteSpaces(tx: Tx, before: WholeSite, { after, publicUrl }: Outcome): Promise<void> {
  const factsBefore = (siteSpace: TreeSiteSpace) => siteSpaceFacts(siteSpace, { ...before, publicUrl });
  const left = new Map(before.tree.siteSpaces.map((siteSpace) => [siteSpace.id, siteSpace]));
  const added: Told[] = [];
  const updated: Told[] = [];
  for (const siteSpace of after?.tree.siteSpaces ?? []) {
    const { id: subject, version } = siteSpace;
    const data = siteSpaceFacts(siteSpace, { ...after!, publicUrl });
    const earlier = left.get(subject);
    left.delete(subject);
    if (!earlier) added.push({ subject, sequence: version, data });
    else if (!isSame(factsBefore(earlier), data)) updated.push({ subject, sequence: version + 1, data });
  }
  const removed = [...left.values()].map((siteSpace): Told => {
    return { subject: siteSpace.id, sequence: siteSpace.version + 1, data: factsBefore(siteSpace) };
  });
  await countUpSiteSpaces(
    tx,
    updated.map(({ subject }) => subject),
  );
  await recordEvents(tx, events.siteSpaceAdded, added);
  await recordEvents(tx, events.siteSpaceUpdated, updated);
  await recordEvents(tx, events.siteSpaceRemoved, removed);
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
