import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeOwnEvents } from '../../policies/integration.js';
import { presentIntegrationEvent } from '../../present/integration-event.js';
import { countIntegrationEvents, listIntegrationEvents as list } from '../../tables/integration-event.js';

export const listIntegrationEvents = operation(
  contract.listIntegrationEvents,
  async ({ params: { integrationName: name }, query, principal }, { db }: Integrations) => {
    authorizeOwnEvents(principal, await visibleIntegration(db, name, principal));
    const before = idCursor(query.page);
    const [rows, count] = await Promise.all([
      list(db, name, { before, limit: query.limit + 1 }),
      countIntegrationEvents(db, name),
    ]);
    return listOf(rows, { limit: query.limit, count, cursor: ({ id }) => [id], present: presentIntegrationEvent });
  },
);
