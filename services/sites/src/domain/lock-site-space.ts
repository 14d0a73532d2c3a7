import { notFound, type Tx } from '@quire/runtime';
import { lockSite, type SiteKey } from '../tables/site.js';
import { findSiteSpace, type SiteSpaceKey } from '../tables/site-space.js';

/** Reads a space of a site and keeps others from changing anything on the site until the transaction ends. */
export async function lockSiteSpace(tx: Tx, key: SiteKey & SiteSpaceKey) {
  const site = await lockSite(tx, key);
  if (!site) throw notFound('site');
  const siteSpace = await findSiteSpace(tx, key);
  if (!siteSpace) throw notFound('site space');
  return { site, siteSpace };
}
