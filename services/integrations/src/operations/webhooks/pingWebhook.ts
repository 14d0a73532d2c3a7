import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { queuePing } from '../../domain/webhook-deliveries.js';
import { requireWebhook } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentDelivery } from '../../present/webhook-delivery.js';

export const pingWebhook = operation(
  contract.pingWebhook,
  async ({ params, principal, commit }, { clock, publicUrl }: Integrations) => {
    const { organizationId } = params;
    authorizeWebhooks(principal, organizationId);
    return commit(async (tx) => {
      const webhook = await requireWebhook(tx, params);
      return presentDelivery(await queuePing(tx, clock(), webhook), { publicUrl, organizationId });
    });
  },
);
