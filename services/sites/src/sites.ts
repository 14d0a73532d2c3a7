import type { Db } from '@quire/runtime';
import type { ContentClient } from './clients/content.js';
import type { IdentityClient } from './clients/identity.js';
import type { ShareKeys } from './domain/share-keys.js';
import type { VisitorKeys } from './domain/visitor-keys.js';

/** What every handler is given beside its request. */
export interface Sites {
  db: Db;
  content: ContentClient;
  identity: IdentityClient;
  publicUrl: string;
  shareKeys: ShareKeys;
  visitorKeys: VisitorKeys;
  clock: () => Date;
}
