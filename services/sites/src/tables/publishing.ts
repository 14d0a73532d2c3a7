import type { SiteCustomizationSettings, SitePublishingAuth } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';

/** How a site takes in visitors, and how it looks; null where nobody has said anything. */
export interface PublishingRow {
  visitor_key_number: number;
  visitor_backend: SitePublishingAuth['backend'];
  visitor_fallback_url: string | null;
  customization: SiteCustomizationSettings | null;
}

const columns = ['visitor_key_number', 'visitor_backend', 'visitor_fallback_url', 'customization'] as const;

export async function findPublishing(db: Db, siteId: string): Promise<PublishingRow | undefined> {
  return db('sites')
    .where({ id: siteId })
    .first(...columns);
}

export type PublishingChanges = Partial<Pick<PublishingRow, 'visitor_backend' | 'visitor_fallback_url'>>;

export async function updatePublishing(tx: Tx, siteId: string, changes: PublishingChanges): Promise<void> {
  await tx('sites').where({ id: siteId }).update(changes);
}

export async function countUpVisitorKey(tx: Tx, siteId: string): Promise<void> {
  await tx('sites')
    .where({ id: siteId })
    .update({ visitor_key_number: tx.raw('visitor_key_number + 1') });
}

export async function updateCustomization(tx: Tx, siteId: string, settings: SiteCustomizationSettings): Promise<void> {
  await tx('sites')
    .where({ id: siteId })
    .update({ customization: JSON.stringify(settings) });
}
