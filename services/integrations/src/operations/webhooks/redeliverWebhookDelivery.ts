import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { queueAgain } from '../../domain/webhook-deliveries.js';
import { requireWebhook } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentDelivery } from '../../present/webhook-delivery.js';
import { findDelivery } from '../../tables/webhook-delivery.js';

export const redeliverWebhookDelivery = operation(
  contract.redeliverWebhookDelivery,
  async ({ params, principal, commit }, { clock, publicUrl }: Integrations) => {
    const { organizationId, webhookId, deliveryId } = params;
    authorizeWebhooks(principal, organizationId);
    return commit(async (tx) => {
      const webhook = await requireWebhook(tx, params);
      const delivery = await findDelivery(tx, webhookId, deliveryId);
      if (!delivery) throw notFound('delivery');
      const again = await queueAgain(tx, clock(), { webhook, delivery });
      return presentDelivery(again, { publicUrl, organizationId });
    });
  },
);
