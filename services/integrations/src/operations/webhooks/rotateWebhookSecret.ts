import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { requireWebhook, rotateSecret } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhookWithSecret } from '../../present/webhook.js';

export const rotateWebhookSecret = operation(
  contract.rotateWebhookSecret,
  async ({ params, principal, commit }, integrations: Integrations) => {
    authorizeWebhooks(principal, params.organizationId);
    return commit(async (tx) => {
      const row = await requireWebhook(tx, params);
      return presentWebhookWithSecret(await rotateSecret(tx, integrations, row), integrations);
    });
  },
);
