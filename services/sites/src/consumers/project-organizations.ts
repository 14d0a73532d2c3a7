import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { projectOrganization } from '../tables/organization.js';

type Told = EventEnvelope<EventData<typeof events.organizationCreated>>;

const project = ({ sequence, data }: Told, { tx }: Delivery): Promise<void> =>
  projectOrganization(tx, {
    id: data.organization,
    title: data.title,
    hostname: data.hostname ?? null,
    sequence,
  });

/** Keeps the name and host name under which an organization's sites are found. */
export const projectOrganizations = consumer(consumers['sites.project-organizations'], [
  on(events.organizationCreated, project),
  on(events.organizationUpdated, project),
]);
