import type { SitePublishingAuth } from '@quire/contract';
import type { VisitorKeys } from '../domain/visitor-keys.js';
import type { PublishingRow } from '../tables/publishing.js';

export const presentPublishingAuth = (
  siteId: string,
  { visitor_backend, visitor_key_number, visitor_fallback_url }: PublishingRow,
  visitorKeys: VisitorKeys,
): SitePublishingAuth => ({
  object: 'publishing-auth',
  backend: visitor_backend,
  privateKey: visitorKeys({ id: siteId, number: visitor_key_number }),
  ...(visitor_fallback_url === null ? {} : { fallbackURL: visitor_fallback_url }),
});
