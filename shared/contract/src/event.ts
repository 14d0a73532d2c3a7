import type { z } from 'zod';
import type { ServiceName } from './operation.js';

/** One kind of event as data: `type` is also the routing key, e.g. `content.space.updated.v1`. */
export interface EventContract<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  type: Type;
  source: ServiceName;
  data: Data;
}

/** Declares an event kind and keeps the exact types of its name and payload. */
export function defineEvent<Type extends string, Data extends z.ZodType>(
  contract: EventContract<Type, Data>,
): EventContract<Type, Data> {
  return contract;
}

/** What travels: a CloudEvents 1.0 JSON envelope. `sequence` is the version of the aggregate `subject`. */
export interface EventEnvelope<Data = unknown> {
  specversion: '1.0';
  /** UUIDv7. */
  id: string;
  source: ServiceName;
  type: string;
  /** ISO 8601. */
  time: string;
  /** Id of the aggregate the event is about. */
  subject: string;
  sequence: number;
  traceparent?: string;
  datacontenttype: 'application/json';
  data: Data;
}

/** A durable queue: one per effect. Declared here so that a publisher can bind it before its owner has ever booted. */
export interface ConsumerContract {
  /** `<service>.<effect>`, e.g. `sites.project-spaces`; the queue's name. */
  name: string;
  service: ServiceName;
  /** Event types it receives. */
  types: readonly string[];
  /** Milliseconds before the first, second, … retry of a delivery; those of the bus unless set. */
  retryDelays?: readonly number[];
}
