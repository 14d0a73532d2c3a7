import { consumers, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { projectPurge, projectSpace } from '../domain/project-space.js';

const factsOf = events.spaceUpdated.data;

/** Every event but the last one of a space carries all facts; what it carries beyond them is of no interest here. */
const project = async ({ sequence, data }: EventEnvelope, { tx, publicUrl }: Delivery & Sites): Promise<void> =>
  projectSpace(tx, { publicUrl }, { sequence, facts: factsOf.parse(data) });

/** Keeps what sites show of spaces, hides the deleted ones and takes off those that are purged or left. */
export const projectSpaces = consumer<Sites>(consumers['sites.project-spaces'], [
  on(events.spaceCreated, project),
  on(events.spaceUpdated, project),
  on(events.spaceDeleted, project),
  on(events.spaceRestored, project),
  on(events.spaceTransferred, project),
  on(events.spaceContentUpdated, project),
  on(events.spacePurged, ({ sequence, data }, { tx, publicUrl }) =>
    projectPurge(tx, { publicUrl }, { ...data, sequence }),
  ),
]);
