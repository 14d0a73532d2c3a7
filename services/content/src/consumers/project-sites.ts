import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on, project } from '@quire/runtime';

type SiteEvent = EventEnvelope<EventData<typeof events.siteUpdated>>;
type SiteSpaceEvent = EventEnvelope<EventData<typeof events.siteSpaceAdded>>;

const projectSite =
  (deleted: boolean) =>
  async ({ data, sequence }: SiteEvent, { tx }: Delivery): Promise<void> => {
    const { site: id, organization: organization_id, visibility, published, url = null } = data;
    const row = { id, organization_id, visibility, published, url, deleted, sequence };
    await project(tx, 'sites', { key: 'id', row });
  };

const projectSiteSpace =
  (removed: boolean) =>
  async ({ data, sequence }: SiteSpaceEvent, { tx }: Delivery): Promise<void> => {
    const { siteSpace: id, site: site_id, space: space_id, url = null } = data;
    await project(tx, 'site_spaces', { key: 'id', row: { id, site_id, space_id, url, removed, sequence } });
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
