import { randomUUID } from 'node:crypto';
import { type EventEnvelope, events, type WebhookEvent } from '@quire/contract';
import { conflict, newId, recordEvents, type Tx } from '@quire/runtime';
import { insertDeliveries, type NewDelivery, type WebhookDeliveryRow } from '../tables/webhook-delivery.js';
import { listWebhooksFor, type WebhookRow } from '../tables/webhook.js';
import { bodyOf, tidingsOf } from './webhook-payload.js';

/** Puts an event on its way to every webhook that chose it. Those that are paused keep it in their log, to be redelivered. */
export async function queueEvent(tx: Tx, now: Date, { type, event }: { type: WebhookEvent; event: EventEnvelope }) {
  for (const tidings of tidingsOf(type, event)) {
    const webhooks = await listWebhooksFor(tx, tidings.organization, type);
    if (webhooks.length === 0) continue;
    const body = bodyOf(event, { ...tidings, type });
    const rows = webhooks.map(({ id, status }) => ({
      ...fresh(now, { webhook_id: id, event_id: event.id, type, body }),
      ...(status === 'paused' ? { status: 'skipped' as const, finished_at: now } : {}),
    }));
    await queue(tx, tidings.organization, rows);
  }
}

/** An event of no consequence, for a webhook that somebody wants to try out. */
export async function queuePing(tx: Tx, now: Date, webhook: WebhookRow): Promise<WebhookDeliveryRow> {
  const event = { id: randomUUID(), time: now.toISOString() };
  const { id, organization_id } = webhook;
  const body = bodyOf(event, { type: 'ping', organization: organization_id, data: { webhook: id } });
  const row = fresh(now, { webhook_id: id, event_id: event.id, type: 'ping', body });
  await queue(tx, organization_id, [row]);
  return { ...row, attempts: [] };
}

/** The same body again. Throws 409 while the first is under way, and when it would only be skipped. */
export async function queueAgain(
  tx: Tx,
  now: Date,
  { webhook, delivery }: { webhook: WebhookRow; delivery: WebhookDeliveryRow },
): Promise<WebhookDeliveryRow> {
  if (delivery.status === 'pending') throw conflict('This delivery is still being tried.');
  if (webhook.status === 'paused' && delivery.type !== 'ping')
    throw conflict('The webhook is paused; resume it before anything is delivered again.');
  const { webhook_id, event_id, type, body } = delivery;
  const row = { ...fresh(now, { webhook_id, event_id, type, body }), redelivery_of: delivery.id };
  await queue(tx, webhook.organization_id, [row]);
  return { ...row, attempts: [] };
}

const fresh = (
  now: Date,
  given: Pick<WebhookDeliveryRow, 'webhook_id' | 'event_id' | 'type' | 'body'>,
): NewDelivery => ({
  ...given,
  id: newId(now.getTime()),
  status: 'pending',
  redelivery_of: null,
  created_at: now,
  finished_at: null,
});

async function queue(tx: Tx, organization: string, rows: readonly NewDelivery[]): Promise<void> {
  await insertDeliveries(tx, rows);
  const due = rows.filter(({ status }) => status === 'pending');
  await recordEvents(
    tx,
    events.webhookDeliveryDue,
    due.map(({ id, webhook_id }) => ({
      subject: id,
      sequence: 1,
      data: { delivery: id, webhook: webhook_id, organization },
    })),
  );
}
