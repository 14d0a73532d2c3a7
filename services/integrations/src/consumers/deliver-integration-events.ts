import { consumers, events } from '@quire/contract';
import { consumer, onCalling, Postponed, unavailable } from '@quire/runtime';
import { dispatchEvent } from '../domain/events/dispatch.js';
import { judge, type Judgement } from '../domain/events/judge.js';
import type { Integrations } from '../integrations.js';
import { findIntegrationEvent, noteAttempt } from '../tables/integration-event.js';

/** Of all integrations together: an event may take half a minute. */
const concurrency = 16;

async function deliver(context: Integrations, id: string): Promise<Judgement | undefined> {
  const row = await findIntegrationEvent(context.db, id);
  if (!row || row.status === 'success') return undefined;
  const { spaceId, siteId } = row.payload as { spaceId?: string; siteId?: string };
  const outcome = await dispatchEvent(context, {
    integration: row.integration,
    organization: row.organization_id,
    about: { installation: row.installation_id ?? undefined, space: spaceId, site: siteId },
    payload: row.payload,
  });
  if (outcome && 'failure' in outcome && outcome.failure.reason === 'stopping')
    throw new Postponed('The service stopped before there was an answer.');
  return outcome && judge(outcome);
}

/** Tells integrations what was recorded for them, and keeps how it went. */
export const deliverIntegrationEvents = consumer<Integrations>(
  consumers['integrations.deliver-integration-events'],
  [
    onCalling<typeof events.integrationEventRecorded.data, Integrations, Judgement | undefined>(
      events.integrationEventRecorded,
      {
        call: ({ data: { event, integration } }, context) =>
          context.eventShare(integration, () => deliver(context, event)),
        async record({ data: { event } }, judgement, { tx }) {
          if (!judgement) return undefined;
          await noteAttempt(tx, event, judgement);
          return judgement.again ? unavailable('The integration could not take the event.') : undefined;
        },
      },
    ),
  ],
  { concurrency },
);
