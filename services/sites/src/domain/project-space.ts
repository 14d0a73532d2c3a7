import type { Tx } from '@quire/runtime';
import { findSitesWithSpace, lockSite } from '../tables/site.js';
import { listPlaces } from '../tables/site-space.js';
import { type ProjectedSpace, projectSpaceRow } from '../tables/space.js';
import { removeSiteSpaces } from './site-spaces.js';

/** Notes what content says about a space, and takes it off the sites of organizations it does not belong to. */
export async function projectSpace(tx: Tx, { facts, sequence }: ProjectedSpace): Promise<void> {
  const { space: id, organization: organizationId, deletedAt } = facts;
  const state = deletedAt === undefined ? 'present' : 'deleted';
  const isNews = await projectSpaceRow(tx, { id, organization_id: organizationId, state, facts, sequence });
  if (isNews) await takeOffSites(tx, id, (owner) => owner !== organizationId);
}

/** Notes that a space is gone for good, and takes it off every site. */
export async function projectPurge(tx: Tx, purged: { space: string; organization: string; sequence: number }) {
  const { space: id, organization: organization_id, sequence } = purged;
  const isNews = await projectSpaceRow(tx, { id, organization_id, state: 'purged', facts: null, sequence });
  if (isNews) await takeOffSites(tx, id, () => true);
}

async function takeOffSites(tx: Tx, spaceId: string, isConcerned: (organizationId: string) => boolean): Promise<void> {
  for (const key of await findSitesWithSpace(tx, spaceId)) {
    if (!isConcerned(key.organizationId)) continue;
    const site = await lockSite(tx, key);
    // Deleted while this waited for it.
    if (!site) continue;
    const places = await listPlaces(tx, site.id);
    const leaving = places.filter((place) => place.space_id === spaceId);
    await removeSiteSpaces(tx, site, leaving);
  }
}
