import type { Cache, Db, Outbound } from '@quire/runtime';
import type { IdentityClient } from './clients/identity.js';
import type { FairShare } from './domain/fair-share.js';
import type { PlacesClient } from './clients/places.js';
import type { Vault } from './domain/vault.js';
import type { DocumentUrls } from './domain/document-urls.js';
import type { ReadOpenApi } from './openapi/read-openapi.js';
import type { IntegrationScripts } from './scripts/integration-scripts.js';

/** What every handler is given beside its request. */
export interface Integrations extends IntegrationScripts {
  db: Db;
  /** Fetches addresses that callers name. */
  outbound: Outbound;
  /** Fetches and reads an OpenAPI document; throws `Unusable` with what is wrong. */
  readOpenApi: (source: { url: string } | { text: string }) => Promise<ReadOpenApi>;
  documentUrls: DocumentUrls;
  clock: () => Date;
  /** Where gateways keep who has a token. */
  cache: Cache;
  identity: IdentityClient;
  places: PlacesClient;
  publicUrl: string;
  vault: Vault;
  /** Keeps the webhooks of one organization from holding up those of others. */
  webhookShare: FairShare;
  webhookTimeoutMs: number;
}
