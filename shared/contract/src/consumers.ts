import type { ConsumerContract } from './event.js';
import { events } from './events.js';
import type { ServiceName } from './operation.js';

/** The event types that each durable queue receives: one queue per effect, named `<service>.<effect>`. */
const subscriptions = {
  'identity.count-spaces': [events.permissionsChanged],
  'content.project-users': [events.userCreated, events.userUpdated],
  'content.project-organizations': [events.organizationCreated, events.organizationUpdated],
  'content.project-members': [events.memberAdded, events.memberUpdated, events.memberRemoved],
  'content.project-teams': [events.teamCreated, events.teamUpdated, events.teamDeleted, events.teamMembersChanged],
  'content.project-sites': [
    events.siteCreated,
    events.siteUpdated,
    events.sitePublished,
    events.siteUnpublished,
    events.siteDeleted,
    events.siteSpaceAdded,
    events.siteSpaceUpdated,
    events.siteSpaceRemoved,
  ],
  'content.project-share-links': [events.shareLinkCreated, events.shareLinkUpdated, events.shareLinkDeleted],
  'sites.project-spaces': [
    events.spaceCreated,
    events.spaceUpdated,
    events.spaceDeleted,
    events.spaceRestored,
    events.spacePurged,
    events.spaceTransferred,
    events.spaceContentUpdated,
  ],
  'sites.project-organizations': [events.organizationCreated, events.organizationUpdated],
  'integrations.project-organizations': [events.organizationCreated, events.organizationUpdated],
} satisfies Record<`${ServiceName}.${string}`, readonly { type: string }[]>;

export type ConsumerName = keyof typeof subscriptions;

const contractOf = (name: string, observed: readonly { type: string }[]): ConsumerContract => ({
  name,
  service: name.slice(0, name.indexOf('.')) as ServiceName,
  types: observed.map(({ type }) => type),
});

/** Every durable queue by its name. */
export const consumers = Object.fromEntries(
  Object.entries(subscriptions).map(([name, observed]) => [name, contractOf(name, observed)]),
) as Record<ConsumerName, ConsumerContract>;
