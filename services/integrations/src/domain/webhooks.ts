import { randomBytes } from 'node:crypto';
import type { WebhookChoice } from '@quire/contract';
import { conflict, newId, notFound, type Tx } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  lockWebhooksOf,
  updateWebhook,
  type WebhookKey,
  type WebhookRow,
} from '../tables/webhook.js';

export const maxWebhooks = 50;

interface Sealed {
  row: WebhookRow;
  secret: string;
}

type Keeper = Pick<Integrations, 'vault' | 'clock'>;

const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`;

/** Throws 409 when the organization has as many as it may. */
export async function addWebhook(
  tx: Tx,
  { vault, clock }: Keeper,
  {
    organizationId,
    userId,
    ...chosen
  }: { organizationId: string; userId: string; url: string; events: WebhookChoice[] },
): Promise<Sealed> {
  await lockWebhooksOf(tx, organizationId);
  if ((await countWebhooks(tx, organizationId)) >= maxWebhooks)
    throw conflict(`An organization has at most ${maxWebhooks} webhooks; delete one first.`);
  const now = clock();
  const id = newId(now.getTime());
  const secret = newSecret();
  const row = await insertWebhook(tx, {
    ...chosen,
    id,
    organization_id: organizationId,
    secret: vault.seal(secret, id),
    status: 'active',
    paused_by: null,
    paused_at: null,
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  return { row, secret };
}

/** Keeps others from changing the webhook until the transaction ends; throws 404 when there is none. */
export async function requireWebhook(tx: Tx, key: WebhookKey): Promise<WebhookRow> {
  const row = await lockWebhook(tx, key);
  if (!row) throw notFound('webhook');
  return row;
}

/** Whoever resumes a webhook starts its count of failures anew. When nothing would be different, nothing happens. */
export async function changeWebhook(
  tx: Tx,
  now: Date,
  {
    row,
    changes: { url = row.url, events = row.events, status = row.status },
  }: {
    row: WebhookRow;
    changes: {
      url?: string | undefined;
      events?: WebhookChoice[] | undefined;
      status?: WebhookRow['status'] | undefined;
    };
  },
): Promise<WebhookRow> {
  const sameEvents = events.length === row.events.length && events.every((name, index) => name === row.events[index]);
  if (url === row.url && sameEvents && status === row.status) return row;
  return updateWebhook(tx, row.id, { url, events, updated_at: now, ...switched(row, status, now) });
}

function switched(row: WebhookRow, status: WebhookRow['status'], now: Date): Partial<WebhookRow> {
  if (status === row.status) return {};
  return status === 'active'
    ? { status, paused_by: null, paused_at: null, failures: 0 }
    : { status, paused_by: 'user', paused_at: now };
}

/** From now on every try is signed with another secret. */
export async function rotateSecret(tx: Tx, { vault, clock }: Keeper, { id }: WebhookRow): Promise<Sealed> {
  const secret = newSecret();
  const row = await updateWebhook(tx, id, { secret: vault.seal(secret, id), updated_at: clock() });
  return { row, secret };
}
