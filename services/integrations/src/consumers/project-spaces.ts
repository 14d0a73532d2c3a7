import { consumers, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { gone, knownSpace } from '../domain/place-facts.js';
import { projectKnown } from '../domain/project-place.js';

/** Every event but the last one of a space carries all facts; what it carries beyond them is of no interest here. */
const project = async ({ sequence, data }: EventEnvelope, { tx }: Delivery): Promise<void> =>
  projectKnown(tx, 'space', knownSpace(events.spaceUpdated.data.parse(data), sequence));

/** Keeps what is known of spaces, and takes those that are gone or went elsewhere out of installations. */
export const projectSpaces = consumer(consumers['integrations.project-spaces'], [
  on(events.spaceCreated, project),
  on(events.spaceUpdated, project),
  on(events.spaceDeleted, project),
  on(events.spaceRestored, project),
  on(events.spaceTransferred, project),
  on(events.spaceContentUpdated, project),
  on(events.spacePurged, ({ sequence, data }, { tx }) =>
    projectKnown(tx, 'space', gone(data.space, data.organization, sequence)),
  ),
]);
