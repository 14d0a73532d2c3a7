import type { Webhook, WebhookWithSecret } from '@quire/contract';
import type { WebhookRow } from '../tables/webhook.js';

type Links = { publicUrl: string };

export const presentWebhook = (row: WebhookRow, { publicUrl }: Links): Webhook => ({
  object: 'webhook',
  id: row.id,
  organization: row.organization_id,
  url: row.url,
  events: row.events,
  status: row.status,
  ...(row.paused_by ? { pausedBy: row.paused_by } : {}),
  ...(row.paused_at ? { pausedAt: row.paused_at.toISOString() } : {}),
  failures: row.failures,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  urls: { location: `${publicUrl}/v1/orgs/${row.organization_id}/webhooks/${row.id}` },
});

export const presentWebhookWithSecret = (
  { row, secret }: { row: WebhookRow; secret: string },
  links: Links,
): WebhookWithSecret => ({ ...presentWebhook(row, links), secret });
