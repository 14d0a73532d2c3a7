import { events, type WebhookAttempt } from '@quire/contract';
import { recordEvent, type Tx, unavailable } from '@quire/runtime';
import { lockDelivery, updateDelivery, type WebhookDeliveryRow } from '../tables/webhook-delivery.js';
import { countFailure, forgetFailures, updateWebhook } from '../tables/webhook.js';

export const maxTries = 6;
/** So many failed tries in a row pause a webhook. */
export const maxFailures = 50;

/**
 * Keeps what came of one try, and returns why there has to be another. `attempt` is undefined for a delivery that was not
 * sent because its webhook is paused or gone. A try that another process has recorded meanwhile is not counted twice.
 */
export async function recordOutcome(
  tx: Tx,
  now: Date,
  { deliveryId, attempt }: { deliveryId: string; attempt: WebhookAttempt | undefined },
): Promise<Error | undefined> {
  const row = await lockDelivery(tx, deliveryId);
  if (!row || row.status !== 'pending') return undefined;
  if (!attempt) {
    await updateDelivery(tx, row.id, { status: 'skipped', attempts: row.attempts, finishedAt: now });
    return undefined;
  }
  if (attempt.number !== row.attempts.length + 1) return unavailable('Another process has recorded this try.');
  const status = statusAfter(row, attempt);
  await updateDelivery(tx, row.id, {
    status,
    attempts: [...row.attempts, attempt],
    finishedAt: status === 'pending' ? null : now,
  });
  if (row.type !== 'ping') await countIn(tx, now, { webhookId: row.webhook_id, failed: attempt.error !== undefined });
  return status === 'pending' ? unavailable(`The receiver ${attempt.error}`) : undefined;
}

function statusAfter({ type }: WebhookDeliveryRow, { error, number }: WebhookAttempt): WebhookDeliveryRow['status'] {
  if (error === undefined) return 'succeeded';
  return number < maxTries && type !== 'ping' ? 'pending' : 'failed';
}

async function countIn(tx: Tx, now: Date, { webhookId, failed }: { webhookId: string; failed: boolean }) {
  if (!failed) return forgetFailures(tx, webhookId);
  const webhook = await countFailure(tx, webhookId);
  if (!webhook || webhook.status === 'paused' || webhook.failures < maxFailures) return;
  const paused = await updateWebhook(tx, webhookId, {
    status: 'paused',
    paused_by: 'failures',
    paused_at: now,
    updated_at: now,
  });
  await recordEvent(tx, events.webhookPaused, {
    subject: webhookId,
    sequence: paused.version,
    data: { webhook: webhookId, organization: paused.organization_id, failures: paused.failures },
  });
}
