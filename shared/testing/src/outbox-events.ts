import type { EventEnvelope } from '@quire/contract';
import type { Db } from '@quire/runtime';

/** Every event recorded in the schema of `db`, oldest first. */
export async function outboxEvents(db: Db): Promise<EventEnvelope[]> {
  const envelopes: (EventEnvelope | string)[] = await db('outbox').pluck('envelope');
  // Ids are UUIDv7: their order is that of recording.
  return envelopes
    .map((envelope) => (typeof envelope === 'string' ? (JSON.parse(envelope) as EventEnvelope) : envelope))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
