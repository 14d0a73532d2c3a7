import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { gone, knownSite } from '../domain/place-facts.js';
import { projectKnown } from '../domain/project-place.js';

type Told = EventEnvelope<EventData<typeof events.siteUpdated>>;

const project = ({ sequence, data }: Told, { tx }: Delivery): Promise<void> =>
  projectKnown(tx, 'site', knownSite(data, sequence));

/** Keeps what is known of sites, and takes those that are gone out of installations. */
export const projectSites = consumer(consumers['integrations.project-sites'], [
  on(events.siteCreated, project),
  on(events.siteUpdated, project),
  on(events.sitePublished, project),
  on(events.siteUnpublished, project),
  on(events.siteDeleted, ({ sequence, data }, { tx }) =>
    projectKnown(tx, 'site', gone(data.site, data.organization, sequence)),
  ),
]);
