import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { projectOrganization } from '../tables/organization.js';

type Told = EventEnvelope<EventData<typeof events.organizationCreated>>;

const project = ({ sequence, data }: Told, { tx }: Delivery): Promise<void> =>
  projectOrganization(tx, { id: data.organization, facts: data, sequence });

/** Keeps what is shown of the organizations that own integrations. */
export const projectOrganizations = consumer(consumers['integrations.project-organizations'], [
  on(events.organizationCreated, project),
  on(events.organizationUpdated, project),
]);
