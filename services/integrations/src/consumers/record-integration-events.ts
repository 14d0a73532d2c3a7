import { consumers, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { tellInstallationsOfSpace, type Told } from '../domain/events/record-integration-event.js';
import type { Integrations } from '../integrations.js';

/** Makes events for integrations of what happened elsewhere. */
export const recordIntegrationEvents = consumer<Integrations>(consumers['integrations.record-integration-events'], [
  on(events.spaceContentUpdated, ({ data: { organization, space, revision } }, delivery: Delivery & Integrations) =>
    tellInstallationsOfSpace(delivery.tx, delivery, {
      organization,
      space,
      payload: { type: 'space_content_updated', spaceId: space, revisionId: revision },
    }),
  ),
  on(events.spaceVisibilityUpdated, ({ data }, delivery: Delivery & Integrations) =>
    tellInstallationsOfSpace(delivery.tx, delivery, {
      organization: data.organization,
      space: data.space,
      payload: {
        type: 'space_visibility_updated',
        spaceId: data.space,
        previousVisibility: data.previousVisibility,
        visibility: data.visibility,
      },
    }),
  ),
  on(events.integrationEventsContinued, ({ data }, delivery: Delivery & Integrations) =>
    tellInstallationsOfSpace(delivery.tx, delivery, {
      organization: data.organization,
      space: data.about.space,
      payload: data.payload as Told['payload'],
      after: data.after,
    }),
  ),
]);
