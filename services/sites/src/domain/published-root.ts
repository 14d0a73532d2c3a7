import type { Db } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findShareLink } from '../tables/share-link.js';
import type { SiteRow } from '../tables/site.js';
import { hasPages, openRoot, rootOf, sharedRootOf } from './addresses.js';

/**
 * Where a reader finds a published site: one that is shared by links only with the key of a link that is active. Undefined
 * when they find nothing.
 */
export async function publishedRoot(
  db: Db,
  { publicUrl, shareKeys }: Pick<Sites, 'publicUrl' | 'shareKeys'>,
  { site, shareKey }: { site: SiteRow; shareKey?: string | undefined },
): Promise<string | undefined> {
  if (!hasPages(site) || site.visibility !== 'share-link') return openRoot(site, publicUrl);
  if (shareKey === undefined) return undefined;
  const link = await findShareLink(db, { siteId: site.id, shareLinkId: shareKeys.linkIdIn(shareKey) });
  return link?.active && shareKeys.isKeyOf(shareKey, link)
    ? sharedRootOf(rootOf(site, publicUrl), shareKey)
    : undefined;
}
