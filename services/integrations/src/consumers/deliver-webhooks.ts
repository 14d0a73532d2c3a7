import { consumers, events, type WebhookAttempt } from '@quire/contract';
import { consumer, onCalling } from '@quire/runtime';
import { postDelivery } from '../domain/post-delivery.js';
import { recordOutcome } from '../domain/record-outcome.js';
import type { Integrations } from '../integrations.js';
import { findDueDelivery } from '../tables/webhook-delivery.js';

/** So many calls run at once in a process: most of them wait for somebody else's server. */
const concurrency = 64;

/** One try of one delivery; undefined when there is nothing to send (any more). */
async function attempt(
  deliveryId: string,
  { db, outbound, vault, clock, webhookTimeoutMs: timeoutMs, stopping }: Integrations,
): Promise<WebhookAttempt | undefined> {
  const due = await findDueDelivery(db, deliveryId);
  if (!due || due.status !== 'pending' || due.url === null || due.secret === null) return undefined;
  if (due.webhook_status === 'paused' && due.type !== 'ping') return undefined;
  const secret = vault.open(due.secret, due.webhook_id);
  const posting = { url: due.url, secret, delivery: due };
  return { number: due.tries + 1, ...(await postDelivery({ outbound, clock, timeoutMs, stopping }, posting)) };
}

/** Sends deliveries, outside of any transaction, and keeps what came of it. */
export const deliverWebhooks = consumer<Integrations>(
  consumers['integrations.deliver-webhooks'],
  [
    onCalling(events.webhookDeliveryDue, {
      call: ({ data }, context: Integrations) =>
        context.webhookShare(data.organization, () => attempt(data.delivery, context)),
      record: ({ data }, made, { tx, clock }) =>
        recordOutcome(tx, clock(), { deliveryId: data.delivery, attempt: made }),
    }),
  ],
  { concurrency },
);
