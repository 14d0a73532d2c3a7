import { contract } from '@quire/contract';
import { idCursor, listOf, notFound, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentDelivery } from '../../present/webhook-delivery.js';
import { countDeliveries, listDeliveries } from '../../tables/webhook-delivery.js';
import { findWebhook } from '../../tables/webhook.js';

export const listWebhookDeliveries = operation(
  contract.listWebhookDeliveries,
  async ({ params, query: { page, limit, status }, principal }, { db, publicUrl }: Integrations) => {
    const { organizationId, webhookId } = params;
    authorizeWebhooks(principal, organizationId);
    const before = idCursor(page);
    if (!(await findWebhook(db, params))) throw notFound('webhook');
    const filter = { webhookId, status };
    return listOf(await listDeliveries(db, filter, { before, limit: limit + 1 }), {
      limit,
      count: await countDeliveries(db, filter),
      cursor: ({ id }) => [id],
      present: (row) => presentDelivery(row, { publicUrl, organizationId }),
    });
  },
);
