import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on, project } from '@quire/runtime';

type UserEvent = EventEnvelope<EventData<typeof events.userUpdated>>;

const projectUser = async ({ data, sequence }: UserEvent, { tx }: Delivery) => {
  const row = {
    id: data.user,
    display_name: data.displayName,
    email: data.email,
    photo_url: data.photoURL ?? null,
    sequence,
  };
  await project(tx, 'users', { key: 'id', row });
};

/** Keeps the names, addresses and photos that are shown with what people wrote. */
export const projectUsers = consumer(consumers['content.project-users'], [
  on(events.userCreated, projectUser),
  on(events.userUpdated, projectUser),
]);
