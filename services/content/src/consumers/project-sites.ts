import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on, project } from '@quire/runtime';
import { tellVisibility } from '../domain/tree/tell-visibility.js';
import { lockCollectionTree } from '../tables/collection.js';
import { findSpacesOnSite } from '../tables/site.js';

type SiteEvent = EventEnvelope<EventData<typeof events.siteUpdated>>;
type SiteSpaceEvent = EventEnvelope<EventData<typeof events.siteSpaceAdded>>;

const projectSite =
  (deleted: boolean) =>
  async ({ data, sequence }: SiteEvent, { tx }: Delivery): Promise<void> => {
    const { site: id, organization: organization_id, visibility, published, url = null } = data;
    const row = { id, organization_id, visibility, published, url, deleted, sequence };
    // Neither of two that come at once would see what the other one makes visible.
    await lockCollectionTree(tx, organization_id);
    if (await project(tx, 'sites', { key: 'id', row })) await tellVisibility(tx, await findSpacesOnSite(tx, id));
  };

const projectSiteSpace =
  (removed: boolean) =>
  async ({ data, sequence }: SiteSpaceEvent, { tx }: Delivery): Promise<void> => {
    const { siteSpace: id, site: site_id, space: space_id, url = null } = data;
    const row = { id, site_id, space_id, url, removed, sequence };
    await lockCollectionTree(tx, data.organization);
    if (await project(tx, 'site_spaces', { key: 'id', row })) await tellVisibility(tx, [space_id]);
  };

/** Keeps which sites show which spaces, and whether they are published. */
export const projectSites = consumer(consumers['content.project-sites'], [
  on(events.siteCreated, projectSite(false)),
  on(events.siteUpdated, projectSite(false)),
  on(events.sitePublished, projectSite(false)),
  on(events.siteUnpublished, projectSite(false)),
  on(events.siteDeleted, projectSite(true)),
  on(events.siteSpaceAdded, projectSiteSpace(false)),
  on(events.siteSpaceUpdated, projectSiteSpace(false)),
  on(events.siteSpaceRemoved, projectSiteSpace(true)),
]);
