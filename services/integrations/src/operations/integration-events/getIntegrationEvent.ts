import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeOwnEvents } from '../../policies/integration.js';
import { presentIntegrationEvent } from '../../present/integration-event.js';
import { findIntegrationEvent } from '../../tables/integration-event.js';

export const getIntegrationEvent = operation(
  contract.getIntegrationEvent,
  async ({ params: { integrationName: name, eventId }, principal }, { db }: Integrations) => {
    authorizeOwnEvents(principal, await visibleIntegration(db, name, principal));
    const row = await findIntegrationEvent(db, eventId);
    if (row?.integration !== name || row.status === null) throw notFound('event');
    return { event: presentIntegrationEvent(row), trace: { logs: row.logs } };
  },
);
