import type { Webhook, WebhookChoice, WebhookEvent } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';

export interface WebhookRow {
  id: string;
  organization_id: string;
  version: number;
  url: string;
  events: WebhookChoice[];
  /** Sealed for the id. */
  secret: Buffer;
  status: Webhook['status'];
  paused_by: NonNullable<Webhook['pausedBy']> | null;
  paused_at: Date | null;
  /** Tries that failed in a row. */
  failures: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookKey {
  organizationId: string;
  webhookId: string;
}

const columns = [
  'id',
  'organization_id',
  'version',
  'url',
  'events',
  'secret',
  'status',
  'paused_by',
  'paused_at',
  'failures',
  'created_by',
  'created_at',
  'updated_at',
] as const;

export async function findWebhook(db: Db, { organizationId, webhookId }: WebhookKey): Promise<WebhookRow | undefined> {
  return db('webhooks')
    .where({ id: webhookId, organization_id: organizationId })
    .first(...columns);
}

export async function lockWebhook(tx: Tx, { organizationId, webhookId }: WebhookKey): Promise<WebhookRow | undefined> {
  return tx('webhooks')
    .where({ id: webhookId, organization_id: organizationId })
    .forUpdate()
    .first(...columns);
}

export async function listWebhooks(
  db: Db,
  organizationId: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<WebhookRow[]> {
  return db('webhooks')
    .where({ organization_id: organizationId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countWebhooks(db: Db, organizationId: string): Promise<number> {
  const [row] = await db('webhooks').where({ organization_id: organizationId }).count<{ count: string }[]>();
  return Number(row!.count);
}

/** The webhooks of an organization that chose an event. */
export async function listWebhooksFor(
  db: Db,
  organizationId: string,
  type: WebhookEvent,
): Promise<Pick<WebhookRow, 'id' | 'status'>[]> {
  return db('webhooks')
    .where({ organization_id: organizationId })
    .whereRaw('events && ?::text[]', [[type, '*']])
    .orderBy('id')
    .select('id', 'status');
}

/** Keeps others from adding webhooks to the organization until the transaction ends. */
export async function lockWebhooksOf(tx: Tx, organizationId: string): Promise<void> {
  await tx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`quire-webhooks-${organizationId}`]);
}

export async function insertWebhook(tx: Tx, row: Omit<WebhookRow, 'version' | 'failures'>): Promise<WebhookRow> {
  const rows: WebhookRow[] = await tx('webhooks')
    .insert(row)
    .returning([...columns]);
  return rows[0]!;
}

export async function updateWebhook(tx: Tx, id: string, changes: Partial<WebhookRow>): Promise<WebhookRow> {
  const rows: WebhookRow[] = await tx('webhooks')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning([...columns]);
  return rows[0]!;
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx('webhooks').where({ id }).delete();
}

export async function forgetFailures(tx: Tx, id: string): Promise<void> {
  await tx('webhooks').where({ id }).where('failures', '>', 0).update({ failures: 0 });
}

/** Returns the webhook with the failure counted in; undefined when it is gone. */
export async function countFailure(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const rows: WebhookRow[] = await tx('webhooks')
    .where({ id })
    .increment('failures')
    .returning([...columns]);
  return rows[0];
}
