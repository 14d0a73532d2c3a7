import type { ShareLink } from '@quire/contract';
import { rootOf, sharedRootOf } from '../domain/addresses.js';
import type { Sites } from '../sites.js';
import type { ShareLinkRow } from '../tables/share-link.js';
import type { SiteRow } from '../tables/site.js';

/** The address stays the same whether the link is active or not, as long as the site keeps its own. */
export function presentShareLink(link: ShareLinkRow, site: SiteRow, { publicUrl, shareKeys }: Sites): ShareLink {
  return {
    object: 'share-link',
    id: link.id,
    createdAt: link.created_at.toISOString(),
    name: link.name,
    active: link.active,
    urls: { published: sharedRootOf(rootOf(site, publicUrl), shareKeys.keyOf(link)) },
  };
}
