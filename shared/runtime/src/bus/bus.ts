import { type ConsumerContract, type EventEnvelope, services } from '@quire/contract';
import { z } from 'zod';
import { Failure, type FailureKind, invalid } from '../errors.js';

/** A delivery that will not be tried again until somebody replays it. */
export interface DeadLetter {
  consumer: string;
  /** Absent when the message was no envelope at all. */
  envelope?: EventEnvelope;
  error: string;
  /** How often it was tried. */
  attempts: number;
  /** ISO 8601. */
  diedAt: string;
}

/** What is done with a delivery; `isLast` says whether it would not be tried again if that failed with an error. */
export type Handle = (envelope: EventEnvelope, isLast: (error: unknown) => boolean) => Promise<void>;

/** A running consumer. `stop` takes no further deliveries and resolves when those that run are finished. */
export interface Subscription {
  stop(): Promise<void>;
}

/**
 * Carries events from publishers to durable queues, at least once and in no particular order.
 * A queue exists, and keeps what is published, from the moment any process opens a bus that was told of its consumer.
 */
export interface Bus {
  /** Publishes; resolves when every bound queue has it durably, rejects when that is not certain. */
  publish(envelope: EventEnvelope): Promise<void>;
  /**
   * Starts consuming a queue. The handler's resolution acknowledges the delivery; its rejection leads to a retry or,
   * after a permanent failure or the last retry, to the dead letters. `concurrency` deliveries run at once, 4 unless set.
   */
  consume(consumer: ConsumerContract, handle: Handle, options?: { concurrency?: number }): Promise<Subscription>;
  /** The dead letters of one consumer or of all, oldest first, at most 1,000 of each. */
  dead(consumer?: string): Promise<DeadLetter[]>;
  /** Delivers a consumer's dead letters again, as if for the first time; returns how many. Rejects with `not-found` for an unknown one. */
  replay(consumer: string): Promise<number>;
  /** How many deliveries wait or run for a consumer, retries after a {@link longDelayMs} and dead letters not counted. */
  pending(consumer: string): Promise<number>;
  healthy(): Promise<boolean>;
  /** Resolves when nothing is pending for any consumer that this bus consumes. */
  drain(): Promise<void>;
  /** Stops consuming, lets running handlers finish (10 s at most) and disconnects. */
  close(): Promise<void>;
}

/** Milliseconds before the first, second, … retry of consumers without delays of their own. One failure more than there are entries is the last. */
export const defaultRetryDelays: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000];

/** Nobody who ends a process waits for a retry that is put off for longer. */
export const longDelayMs = 5_000;

/** How often a delivery may vanish with the process that handles it before it counts as the cause. */
export const maxLostDeliveries = 20;

export const maxDeadLettersListed = 1_000;
export const defaultConcurrency = 4;
export const closeTimeoutMs = 10_000;

const permanentKinds: ReadonlySet<FailureKind> = new Set(['invalid', 'not-found', 'conflict', 'forbidden']);

/**
 * Thrown by a handler that has no room for a delivery now: the delivery has not failed, and comes back after the second
 * delay of its consumer.
 */
export class Postponed extends Error {
  override name = 'Postponed';
}

/** How often a delivery has failed by now, and milliseconds until its next try: undefined when there will be none. */
export function afterFailure(
  error: unknown,
  failuresBefore: number,
  delays: readonly number[],
): { failures: number; retryInMs: number | undefined } {
  if (error instanceof Postponed) return { failures: failuresBefore, retryInMs: delays[1] ?? delays[0] };
  const failures = failuresBefore + 1;
  const permanent = error instanceof Failure && permanentKinds.has(error.kind);
  return { failures, retryInMs: permanent ? undefined : delays[failures - 1] };
}

/** The delays of a consumer: its own, or those of the bus. */
export const delaysOf = (contract: ConsumerContract, ofBus: readonly number[]): readonly number[] =>
  contract.retryDelays ?? ofBus;

/** One line about an error, for people who read dead letters. */
export function describeError(error: unknown): string {
  if (error instanceof Failure) return `${error.kind}: ${error.message}`.slice(0, 2_000);
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2_000);
}

const envelopeSchema = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.enum(services),
  type: z.string().min(1),
  time: z.iso.datetime({ offset: true }),
  subject: z.string(),
  sequence: z.number(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});

/** Checks that a parsed message is an event envelope; throws `invalid` otherwise. */
export function parseEnvelope(value: unknown): EventEnvelope {
  const result = envelopeSchema.safeParse(value);
  if (result.success) return result.data as unknown as EventEnvelope;
  throw invalid(
    result.error.issues.map((issue) => ({ path: ['envelope', ...issue.path].join('.'), message: issue.message })),
    'The message is not an event envelope.',
  );
}
