import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWholeDelivery } from '../../present/webhook-delivery.js';
import { findDelivery } from '../../tables/webhook-delivery.js';
import { findWebhook } from '../../tables/webhook.js';

export const getWebhookDelivery = operation(
  contract.getWebhookDelivery,
  async ({ params, principal }, { db, publicUrl }: Integrations) => {
    const { organizationId, webhookId, deliveryId } = params;
    authorizeWebhooks(principal, organizationId);
    if (!(await findWebhook(db, params))) throw notFound('webhook');
    const row = await findDelivery(db, webhookId, deliveryId);
    if (!row) throw notFound('delivery');
    return presentWholeDelivery(row, { publicUrl, organizationId });
  },
);
