import { events } from '@quire/contract';
import { newId, recordEvent, type Tx } from '@quire/runtime';
import { deleteSite, insertSite, lockSite, type SiteChanges, type SiteRow, updateSite } from '../tables/site.js';
import { listPlaces } from '../tables/site-space.js';
import { siteFact } from './facts.js';
import { removeSiteSpaces } from './site-spaces.js';

export interface Founding {
  organizationId: string;
  title?: string | undefined;
  type?: SiteRow['type'] | undefined;
  visibility?: SiteRow['visibility'] | undefined;
  now: Date;
}

/** Makes a site with nothing on it. The organization is known here. */
export async function foundSite(tx: Tx, founding: Founding): Promise<SiteRow> {
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
  const site = (await lockSite(tx, { organizationId, siteId }))!;
  await recordEvent(tx, events.siteCreated, siteFact(site));
  return site;
}

/** Changes a locked site; when nothing would be different, nothing happens. */
export async function changeSite(tx: Tx, site: SiteRow, changes: SiteChanges): Promise<void> {
  const fields = Object.keys(changes) as (keyof SiteChanges)[];
  const changed = fields.filter((field) => changes[field] !== undefined && changes[field] !== site[field]);
  if (changed.length === 0) return;
  await updateSite(tx, site.id, changes);
  await recordEvent(tx, events.siteUpdated, siteFact({ ...site, ...definedOf(changes), version: site.version + 1 }));
}

/** Deletes a locked site and takes everything off it. */
export async function dissolveSite(tx: Tx, site: SiteRow): Promise<void> {
  await removeSiteSpaces(tx, site, await listPlaces(tx, site.id));
  await deleteSite(tx, site.id);
  await recordEvent(tx, events.siteDeleted, siteFact({ ...site, version: site.version + 1 }));
}

const definedOf = <T extends object>(fields: T): { [Field in keyof T]: Exclude<T[Field], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
