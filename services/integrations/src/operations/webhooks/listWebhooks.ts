import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeWebhooks } from '../../policies/webhook.js';
import { presentWebhook } from '../../present/webhook.js';
import { countWebhooks, listWebhooks as webhooksAfter } from '../../tables/webhook.js';

export const listWebhooks = operation(
  contract.listWebhooks,
  async ({ params: { organizationId }, query: { page, limit }, principal }, { db, publicUrl }: Integrations) => {
    authorizeWebhooks(principal, organizationId);
    return listOf(await webhooksAfter(db, organizationId, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countWebhooks(db, organizationId),
      cursor: ({ id }) => [id],
      present: (row) => presentWebhook(row, { publicUrl }),
    });
  },
);
