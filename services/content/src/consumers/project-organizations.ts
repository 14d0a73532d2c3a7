import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on, project } from '@quire/runtime';

type OrganizationEvent = EventEnvelope<EventData<typeof events.organizationUpdated>>;

const projectOrganization = async ({ data, sequence }: OrganizationEvent, { tx }: Delivery) => {
  await project(tx, 'organizations', { key: 'id', row: { id: data.organization, title: data.title, sequence } });
};

/** Keeps the names of organizations. */
export const projectOrganizations = consumer(consumers['content.project-organizations'], [
  on(events.organizationCreated, projectOrganization),
  on(events.organizationUpdated, projectOrganization),
]);
