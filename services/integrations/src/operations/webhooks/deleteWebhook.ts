import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { requireWebhook } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhook } from '../../present/webhook.js';
import { deleteWebhook as removeWebhook } from '../../tables/webhook.js';

export const deleteWebhook = operation(
  contract.deleteWebhook,
  async ({ params, principal, ifMatch, commit }, { publicUrl }: Integrations) => {
    authorizeWebhooks(principal, params.organizationId);
    return commit(async (tx) => {
      const row = await requireWebhook(tx, params);
      ifMatch(presentWebhook(row, { publicUrl }));
      await removeWebhook(tx, row.id);
    });
  },
);
