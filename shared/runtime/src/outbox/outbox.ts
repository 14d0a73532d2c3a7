import { context, isSpanContextValid, trace } from '@opentelemetry/api';
import type { EventContract, EventEnvelope } from '@quire/contract';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db, Tx } from '../db.js';

/** What happened to one aggregate; `sequence` is its version after it happened. */
export interface Fact<Data> {
  /** Id of the aggregate. */
  subject: string;
  sequence: number;
  data: Data;
}

const day = 24 * 60 * 60 * 1_000;
const batch = 1_000;

/** Creates the table `outbox` in the schema of `knex`: for a service's migrations. */
export async function createOutboxTable(knex: Knex): Promise<void> {
  await knex.raw(`CREATE TABLE outbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    envelope jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz
  )`);
  await knex.raw('CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL');
  await knex.raw('CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL');
}

/** The Postgres channel on which a commit announces rows in the outbox of `schema`. */
export function outboxChannel(schema: string): string {
  // Postgres takes names of up to 63 bytes; a collision costs an idle look at the table.
  return `quire_outbox_${schema}`.slice(0, 63);
}

/** Records that an event happened, to be published if and only if `tx` commits. Throws when `data` breaks the contract. */
export async function recordEvent<Data extends z.ZodType>(
  tx: Tx,
  contract: EventContract<string, Data>,
  fact: Fact<z.input<Data>>,
): Promise<void> {
  await recordEvents(tx, contract, [fact]);
}

/** {@link recordEvent} for many events of one kind, in one statement. */
export async function recordEvents<Data extends z.ZodType>(
  tx: Tx,
  contract: EventContract<string, Data>,
  facts: readonly Fact<z.input<Data>>[],
): Promise<void> {
  if (facts.length === 0) return;
  const traceparent = activeTraceparent();
  const envelopes = facts.map(
    ({ subject, sequence, data }): EventEnvelope => ({
      specversion: '1.0',
      id: uuidv7(),
      source: contract.source,
      type: contract.type,
      time: new Date().toISOString(),
      subject,
      sequence,
      ...(traceparent ? { traceparent } : {}),
      datacontenttype: 'application/json',
      data: contract.data.parse(data),
    }),
  );
  await tx.raw(
    `WITH recorded AS (INSERT INTO outbox (envelope) SELECT jsonb_array_elements(?::jsonb))
     SELECT pg_notify(left('quire_outbox_' || current_schema(), 63), '')`,
    [JSON.stringify(envelopes)],
  );
}

/** Deletes rows that were published more than a day ago, a thousand at a time. */
export async function sweepOutbox(db: Db, { olderThanMs = day } = {}): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `DELETE FROM outbox WHERE position IN (
         SELECT position FROM outbox WHERE published_at < now() - ? * interval '1 ms' LIMIT ? FOR UPDATE SKIP LOCKED)`,
      [olderThanMs, batch],
    );
    deleted = rowCount;
  }
}

/** The W3C `traceparent` of the active span, if there is one. */
function activeTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}
