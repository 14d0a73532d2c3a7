import type { IntegrationEvent } from '@quire/contract';
import type { IntegrationEventRow } from '../tables/integration-event.js';

export const presentIntegrationEvent = (row: IntegrationEventRow): IntegrationEvent => ({
  id: row.id,
  integrationId: row.integration,
  ...(row.installation_id === null ? {} : { installationId: row.installation_id }),
  createdAt: row.created_at.toISOString(),
  payload: row.payload,
  // What was not tried yet has not succeeded.
  status: row.status ?? 'failed',
});
