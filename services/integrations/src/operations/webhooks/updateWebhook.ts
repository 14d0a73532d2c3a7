import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { changeWebhook, requireWebhook } from '../../domain/webhooks.js';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhook } from '../../present/webhook.js';

export const updateWebhook = operation(
  contract.updateWebhook,
  async ({ params, body, principal, ifMatch, commit }, { outbound, clock, publicUrl }: Integrations) => {
    authorizeWebhooks(principal, params.organizationId);
    if (body.url !== undefined) outbound.check(body.url, 'body.url');
    return commit(async (tx) => {
      const row = await requireWebhook(tx, params);
      ifMatch(presentWebhook(row, { publicUrl }));
      return presentWebhook(await changeWebhook(tx, clock(), { row, changes: body }), { publicUrl });
    });
  },
);
