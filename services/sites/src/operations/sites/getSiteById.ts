import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { authorizeReading } from '../../policies/site.js';
import { presentSite } from '../../present/site.js';
import type { Sites } from '../../sites.js';
import { findSite } from '../../tables/site.js';

export const getSiteById = operation(contract.getSiteById, async ({ params, principal }, { db, publicUrl }: Sites) => {
  authorizeReading(principal, params);
  const site = await findSite(db, params);
  if (!site) throw notFound('site');
  return presentSite(site, { principal, publicUrl });
});
