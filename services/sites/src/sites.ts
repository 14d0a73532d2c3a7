import type { Db } from '@quire/runtime';
import type { ContentClient } from './clients/content.js';
import type { PublishedContent } from './clients/published-content.js';
import type { IdentityClient } from './clients/identity.js';
import type { ShareKeys } from './domain/share-keys.js';
import type { VisitorKeys } from './domain/visitor-keys.js';

/** What every handler is given beside its request. */
export interface Sites {
  db: Db;
  content: ContentClient;
  identity: IdentityClient;
  /** What is read of spaces to be shown or found. */
  published: PublishedContent;
  publicUrl: string;
  /** Whether a page stands at a path of a space as it is published; at the empty one, its first. */
  isPage: (spaceId: string, path: readonly string[]) => Promise<boolean>;
  shareKeys: ShareKeys;
  visitorKeys: VisitorKeys;
  clock: () => Date;
}
