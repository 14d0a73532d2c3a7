import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhook } from '../../present/webhook.js';
import { findWebhook } from '../../tables/webhook.js';

export const getWebhook = operation(
  contract.getWebhook,
  async ({ params, principal }, { db, publicUrl }: Integrations) => {
    authorizeWebhooks(principal, params.organizationId);
    const row = await findWebhook(db, params);
    if (!row) throw notFound('webhook');
    return presentWebhook(row, { publicUrl });
  },
);
