import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { projectOrganization } from '../domain/project-organization.js';
import type { Sites } from '../sites.js';

type Told = EventEnvelope<EventData<typeof events.organizationCreated>>;

const project = ({ sequence, data }: Told, { tx, publicUrl }: Delivery & Sites): Promise<void> =>
  projectOrganization(
    tx,
    { publicUrl },
    { id: data.organization, title: data.title, hostname: data.hostname ?? null, sequence },
  );

/** Keeps the name and host name under which an organization's sites are found. */
export const projectOrganizations = consumer<Sites>(consumers['sites.project-organizations'], [
  on(events.organizationCreated, project),
  on(events.organizationUpdated, project),
]);
