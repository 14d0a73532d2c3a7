import type { WebhookAttempt, WebhookDelivery } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { WebhookRow } from './webhook.js';

export interface WebhookDeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** What is sent, the same at every try. */
  body: string;
  status: WebhookDelivery['status'];
  attempts: WebhookAttempt[];
  redelivery_of: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const columns = [
  'id',
  'webhook_id',
  'event_id',
  'type',
  'body',
  'status',
  'attempts',
  'redelivery_of',
  'created_at',
  'finished_at',
] as const;

const batch = 1_000;

export type NewDelivery = Omit<WebhookDeliveryRow, 'attempts'>;

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length > 0) await tx('webhook_deliveries').insert([...rows]);
}

export async function findDelivery(db: Db, webhookId: string, id: string): Promise<WebhookDeliveryRow | undefined> {
  return db('webhook_deliveries')
    .where({ id, webhook_id: webhookId })
    .first(...columns);
}

export async function lockDelivery(tx: Tx, id: string): Promise<WebhookDeliveryRow | undefined> {
  return tx('webhook_deliveries')
    .where({ id })
    .forUpdate()
    .first(...columns);
}

export interface DeliveryFilter {
  webhookId: string;
  status?: readonly WebhookDelivery['status'][] | undefined;
}

/** The newest first. */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<WebhookDeliveryRow[]> {
  const rows = matching(db, filter).orderBy('id', 'desc').limit(limit);
  if (before !== undefined) void rows.where('id', '<', before);
  return rows.select(...columns);
}

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const [row] = await matching(db, filter).count<{ count: string }[]>();
  return Number(row!.count);
}

function matching(db: Db, { webhookId, status }: DeliveryFilter) {
  const rows = db<WebhookDeliveryRow>('webhook_deliveries').where({ webhook_id: webhookId });
  return status ? rows.whereIn('status', [...status]) : rows;
}

/** What one try needs to know; the webhook's fields are null once it is gone. */
export interface DueDelivery extends Pick<WebhookDeliveryRow, 'id' | 'event_id' | 'type' | 'body' | 'status'> {
  webhook_id: string;
  tries: number;
  url: string | null;
  secret: Buffer | null;
  webhook_status: WebhookRow['status'] | null;
}

export async function findDueDelivery(db: Db, id: string): Promise<DueDelivery | undefined> {
  const { rows } = await db.raw<{ rows: DueDelivery[] }>(
    `SELECT d.id, d.webhook_id, d.event_id, d.type, d.body, d.status, jsonb_array_length(d.attempts) AS tries,
       w.url, w.secret, w.status AS webhook_status
     FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id WHERE d.id = ?`,
    [id],
  );
  return rows[0];
}

export async function updateDelivery(
  tx: Tx,
  id: string,
  { status, attempts, finishedAt }: Pick<WebhookDeliveryRow, 'status' | 'attempts'> & { finishedAt: Date | null },
): Promise<void> {
  await tx('webhook_deliveries')
    .where({ id })
    .update({ status, attempts: JSON.stringify(attempts), finished_at: finishedAt });
}

/** Deletes what has a smaller id, a thousand at a time: ids begin with the time. */
export async function deleteDeliveriesBefore(db: Db, id: string): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE id < ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)`,
      [id, batch],
    );
    deleted = rowCount;
  }
}
