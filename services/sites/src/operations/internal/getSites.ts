import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import { siteFacts } from '../../domain/facts.js';
import { treeOf } from '../../domain/tree.js';
import type { Sites } from '../../sites.js';
import { findSitesById } from '../../tables/site.js';
import { findTree } from '../../tables/tree.js';

export const getSites = internalRoute(internalContract.getSites, async ({ body }, { db, publicUrl }: Sites) => {
  const rows = await findSitesById(db, body.ids);
  const sites = rows.map(async (row) => ({
    id: row.id,
    sequence: row.version,
    data: siteFacts(row, treeOf(await findTree(db, row.id)), publicUrl),
  }));
  return { sites: await Promise.all(sites) };
});
