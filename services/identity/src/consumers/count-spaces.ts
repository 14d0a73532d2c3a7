import { consumers, events } from '@quire/contract';
import { consumer, on } from '@quire/runtime';
import { projectSpaceSubjects } from '../tables/space-subject.js';

/** Keeps who holds a permission on which space: what the `spaces` of members and teams counts. */
export const countSpaces = consumer(consumers['identity.count-spaces'], [
  on(events.permissionsChanged, ({ sequence, data }, { tx }) =>
    projectSpaceSubjects(tx, {
      spaceId: data.space,
      organizationId: data.organization,
      sequence,
      users: data.users,
      teams: data.teams,
    }),
  ),
]);
