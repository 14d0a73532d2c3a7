import type { Tx } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findSitesWithSpace } from '../tables/site.js';
import { lockSpace, type ProjectedSpace, projectSpaceRow, type SpaceRow } from '../tables/space.js';
import { lockWholeSite, settleSite } from './change-site.js';
import { removeSiteSpaces } from './site-spaces.js';

type Informed = Pick<Sites, 'publicUrl'>;

/** Notes what content says about a space, and takes it off the sites of organizations it does not belong to. */
export async function projectSpace(tx: Tx, sites: Informed, { facts, sequence }: ProjectedSpace): Promise<void> {
  const state = facts.deletedAt === undefined ? 'present' : 'deleted';
  await keep(tx, sites, { id: facts.space, organization_id: facts.organization, state, facts, sequence });
}

/** Notes that a space is gone for good, and takes it off every site. */
export async function projectPurge(
  tx: Tx,
  sites: Informed,
  purged: { space: string; organization: string; sequence: number },
): Promise<void> {
  const { space: id, organization: organization_id, sequence } = purged;
  await keep(tx, sites, { id, organization_id, state: 'purged', facts: null, sequence });
}

async function keep(tx: Tx, sites: Informed, row: SpaceRow): Promise<void> {
  const known = await lockSpace(tx, row.id);
  const isSeenAlike = known?.state === row.state && known.organization_id === row.organization_id;
  if (!known || isSeenAlike || known.sequence >= row.sequence) {
    await projectSpaceRow(tx, row);
    return;
  }
  const concerned = [];
  for (const key of await findSitesWithSpace(tx, row.id)) {
    const site = await lockWholeSite(tx, key);
    if (site) concerned.push(site);
  }
  await projectSpaceRow(tx, row);
  for (const before of concerned) {
    const stays = row.state !== 'purged' && before.site.organization_id === row.organization_id;
    const leaving = before.tree.siteSpaces.filter(({ space_id }) => space_id === row.id);
    if (!stays) await removeSiteSpaces(tx, leaving);
    await settleSite(tx, sites, before);
  }
}
