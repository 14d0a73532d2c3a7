import type { ConsumerContract } from './event.js';
import { events } from './events.js';
import type { ServiceName } from './operation.js';
import { webhookEvents } from './webhook-events.js';

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
  'content.learn-openapi-versions': [events.openApiVersionCreated],
  'sites.project-spaces': [
    events.spaceCreated,
    events.spaceUpdated,
    events.spaceDeleted,
    events.spaceRestored,
    events.spacePurged,
    events.spaceTransferred,
    events.spaceContentUpdated,
  ],
  'sites.project-openapi-specs': [events.openApiVersionCreated, events.openApiSpecDeleted],
  'sites.project-organizations': [events.organizationCreated, events.organizationUpdated],
  'integrations.process-openapi': [events.openApiProcessingRequested],
  'integrations.clear-openapi': [events.openApiSpecDeleted],
  'integrations.project-spaces': [
    events.spaceCreated,
    events.spaceUpdated,
    events.spaceDeleted,
    events.spaceRestored,
    events.spacePurged,
    events.spaceTransferred,
    events.spaceContentUpdated,
  ],
  'integrations.project-sites': [
    events.siteCreated,
    events.siteUpdated,
    events.sitePublished,
    events.siteUnpublished,
    events.siteDeleted,
  ],
  'integrations.judge-installations': [events.integrationConfigurationsChanged],
  'integrations.revoke-tokens': [events.memberRemoved, events.memberUpdated],
  'integrations.project-organizations': [events.organizationCreated, events.organizationUpdated],
  'integrations.queue-webhook-deliveries': Object.values(webhookEvents),
  'integrations.deliver-webhooks': [events.webhookDeliveryDue],
  'integrations.record-integration-events': [
    events.spaceContentUpdated,
    events.spaceVisibilityUpdated,
    events.integrationEventsContinued,
  ],
  'integrations.deliver-integration-events': [events.integrationEventRecorded],
} satisfies Record<`${ServiceName}.${string}`, readonly { type: string }[]>;

export type ConsumerName = keyof typeof subscriptions;

/** Milliseconds between tries, of the queues whose deliveries are worth trying for longer than others. */
const retryDelays: Partial<Record<ConsumerName, readonly number[]>> = {
  'integrations.deliver-webhooks': [1_000, 10_000, 60_000, 600_000, 3_600_000],
};

const contractOf = (name: string, observed: readonly { type: string }[]): ConsumerContract => {
  const delays = retryDelays[name as ConsumerName];
  return {
    name,
    service: name.slice(0, name.indexOf('.')) as ServiceName,
    types: observed.map(({ type }) => type),
    ...(delays ? { retryDelays: delays } : {}),
  };
};

/** Every durable queue by its name. */
export const consumers = Object.fromEntries(
  Object.entries(subscriptions).map(([name, observed]) => [name, contractOf(name, observed)]),
) as Record<ConsumerName, ConsumerContract>;
