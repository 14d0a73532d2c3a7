import type { Integrations } from '../../integrations.js';
import { pruneIntegrationEvents, sweepIntegrationEvents } from '../../tables/integration-event.js';

const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** Of each integration: anybody may call its public endpoint as often as they like. */
const keptEach = 10_000;

/** Forgets what integrations were told more than 30 days ago, or long before much else. */
export async function sweepEvents({ db, clock }: Pick<Integrations, 'db' | 'clock'>): Promise<void> {
  await sweepIntegrationEvents(db, new Date(clock().getTime() - keptMs));
  await pruneIntegrationEvents(db, keptEach);
}
