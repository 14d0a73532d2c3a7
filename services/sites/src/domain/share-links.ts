import { events } from '@quire/contract';
import { newId, notFound, recordEvent, type Tx } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { lockSite, type SiteKey, type SiteRow } from '../tables/site.js';
import {
  deleteShareLink,
  findShareLink,
  insertShareLink,
  type ShareLinkKey,
  type ShareLinkRow,
  updateShareLink,
} from '../tables/share-link.js';
import { shareLinkFact } from './facts.js';

/** Keeps others from changing a site and its links until the transaction ends; throws 404 when there is none. */
export async function lockSiteOfLinks(tx: Tx, key: SiteKey): Promise<SiteRow> {
  const site = await lockSite(tx, key);
  if (!site) throw notFound('site');
  return site;
}

export async function requireShareLink(tx: Tx, key: ShareLinkKey): Promise<ShareLinkRow> {
  const link = await findShareLink(tx, key);
  if (!link) throw notFound('share link');
  return link;
}

export async function addShareLink(
  tx: Tx,
  { shareKeys, clock }: Sites,
  { site, name }: { site: SiteRow; name: string },
): Promise<ShareLinkRow> {
  const now = clock();
  const link = await insertShareLink(tx, { id: newId(now.getTime()), site_id: site.id, name, created_at: now });
  await recordEvent(tx, events.shareLinkCreated, shareLinkFact(link, site, shareKeys));
  return link;
}

/** Renames or switches a link; when nothing would be different, nothing happens. */
export async function changeShareLink(
  tx: Tx,
  { shareKeys }: Sites,
  {
    site,
    link,
    changes,
  }: { site: SiteRow; link: ShareLinkRow; changes: { name?: string | undefined; active?: boolean | undefined } },
): Promise<ShareLinkRow> {
  const { name = link.name, active = link.active } = changes;
  if (name === link.name && active === link.active) return link;
  const changed = await updateShareLink(tx, link.id, { name, active });
  await recordEvent(tx, events.shareLinkUpdated, shareLinkFact(changed, site, shareKeys));
  return changed;
}

/** After this its key opens nothing any more. */
export async function removeShareLink(
  tx: Tx,
  { shareKeys }: Sites,
  { site, link }: { site: SiteRow; link: ShareLinkRow },
): Promise<void> {
  await deleteShareLink(tx, link.id);
  await recordEvent(
    tx,
    events.shareLinkDeleted,
    shareLinkFact({ ...link, version: link.version + 1 }, site, shareKeys),
  );
}
