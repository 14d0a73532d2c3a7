import type { WebhookDelivery, WholeWebhookDelivery } from '@quire/contract';
import type { WebhookDeliveryRow } from '../tables/webhook-delivery.js';

interface Place {
  publicUrl: string;
  organizationId: string;
}

export function presentDelivery(
  row: Omit<WebhookDeliveryRow, 'body'>,
  { publicUrl, organizationId }: Place,
): WebhookDelivery {
  const { response: _, ...last } = row.attempts.at(-1) ?? {};
  return {
    object: 'webhook-delivery',
    id: row.id,
    webhook: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts.length,
    ...(row.attempts.length > 0 ? { lastAttempt: last as NonNullable<WebhookDelivery['lastAttempt']> } : {}),
    ...(row.redelivery_of === null ? {} : { redeliveryOf: row.redelivery_of }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/webhooks/${row.webhook_id}/deliveries/${row.id}` },
  };
}

export const presentWholeDelivery = (row: WebhookDeliveryRow, place: Place): WholeWebhookDelivery => ({
  ...presentDelivery(row, place),
  tries: row.attempts,
  payload: JSON.parse(row.body) as WholeWebhookDelivery['payload'],
});
