import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { addWebhook } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhookWithSecret } from '../../present/webhook.js';

export const createWebhook = operation(
  contract.createWebhook,
  async ({ params: { organizationId }, body, principal, commit }, integrations: Integrations) => {
    authorizeWebhooks(principal, organizationId);
    integrations.outbound.check(body.url, 'body.url');
    return commit(async (tx) => {
      const made = await addWebhook(tx, integrations, { ...body, organizationId, userId: principal.userId });
      return presentWebhookWithSecret(made, integrations);
    });
  },
);
