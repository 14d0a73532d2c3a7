import type { Tx } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { lockOrganization, type OrganizationRow, projectOrganizationRow } from '../tables/organization.js';
import { listSiteIds } from '../tables/site.js';
import { lockWholeSite, settleSite } from './change-site.js';

/** Notes what identity says about an organization; under another host name its sites have other addresses. */
export async function projectOrganization(
  tx: Tx,
  sites: Pick<Sites, 'publicUrl'>,
  row: OrganizationRow,
): Promise<void> {
  const known = await lockOrganization(tx, row.id);
  if (!known || known.hostname === row.hostname || known.sequence >= row.sequence) {
    await projectOrganizationRow(tx, row);
    return;
  }
  const concerned = [];
  for (const siteId of await listSiteIds(tx, row.id)) {
    const site = await lockWholeSite(tx, { organizationId: row.id, siteId });
    if (site) concerned.push(site);
  }
  await projectOrganizationRow(tx, row);
  for (const before of concerned) await settleSite(tx, sites, before);
}
