import { newId } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { deleteDeliveriesBefore } from '../tables/webhook-delivery.js';

const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Deletes from the logs of all webhooks, also of those that are gone, what is older than 30 days. */
export async function sweepDeliveries({ db, clock }: Pick<Integrations, 'db' | 'clock'>): Promise<void> {
  await deleteDeliveriesBefore(db, newId(clock().getTime() - keptMs));
}
