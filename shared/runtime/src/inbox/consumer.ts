import type { ConsumerContract, EventContract, EventEnvelope } from '@quire/contract';
import type { z } from 'zod';
import type { Tx } from '../db.js';
import { invalid } from '../errors.js';
import type { Log } from '../log.js';

/** What every handler gets besides the service's own context. */
export interface Delivery {
  /** Commits when the handler resolves, together with the note that the event was handled. */
  tx: Tx;
  log: Log;
}

/** One kind of event and what a consumer does about it. */
export interface Reaction<Context> {
  type: string;
  /** What takes long and needs no transaction; runs before `handle`, which gets what it resolves with. */
  call?: (envelope: EventEnvelope, context: Context) => Promise<unknown>;
  /** An error that it resolves with: what it wrote is kept, and the bus tries again as after any failure. */
  handle: (envelope: EventEnvelope, delivery: Delivery & Context, called?: unknown) => Promise<void | Error>;
  /** Runs in a transaction of its own when the last try has failed, before the delivery becomes a dead letter. */
  giveUp?: (envelope: EventEnvelope, delivery: Delivery & Context) => Promise<void>;
}

/** A durable queue and what becomes of each kind of event in it. */
export interface Consumer<Context> {
  contract: ConsumerContract;
  reactions: readonly Reaction<Context>[];
  /** How many deliveries a process takes at once: those that call may be many. As many as it handles unless set. */
  concurrency?: number;
}

/**
 * Says what to do about one kind of event. The handler gets the event with its payload checked and typed; unknown fields
 * are gone. A payload that breaks the contract is `invalid`, and so a dead letter.
 */
export function on<Data extends z.ZodType, Context = unknown>(
  contract: EventContract<string, Data>,
  handle: (event: EventEnvelope<z.output<Data>>, delivery: Delivery & Context) => Promise<void>,
): Reaction<Context> {
  return {
    type: contract.type,
    handle: (envelope, delivery) => handle(typed(contract, envelope), delivery),
  };
}

/**
 * Like {@link on}, for an event that asks for a call of somebody else's server: `call` runs outside of any transaction, and
 * `record` keeps what came of it. After a crash between the two the call is made again, also for an event that was
 * handled. When `record` resolves with an error, what it wrote is kept and the bus tries again. `giveUp` keeps that nothing
 * came of it, when the bus tries no more.
 */
export function onCalling<Data extends z.ZodType, Context, Result>(
  contract: EventContract<string, Data>,
  {
    call,
    record,
    giveUp,
  }: {
    call: (event: EventEnvelope<z.output<Data>>, context: Context) => Promise<Result>;
    record: (
      event: EventEnvelope<z.output<Data>>,
      result: Result,
      delivery: Delivery & Context,
    ) => Promise<void | Error>;
    giveUp?: (event: EventEnvelope<z.output<Data>>, delivery: Delivery & Context) => Promise<void>;
  },
): Reaction<Context> {
  return {
    type: contract.type,
    call: (envelope, context) => call(typed(contract, envelope), context),
    handle: (envelope, delivery, called) => record(typed(contract, envelope), called as Result, delivery),
    ...(giveUp ? { giveUp: (envelope, delivery) => giveUp(typed(contract, envelope), delivery) } : {}),
  };
}

/** The event with its payload checked; throws `invalid` when it breaks the contract. */
function typed<Data extends z.ZodType>(contract: EventContract<string, Data>, envelope: EventEnvelope) {
  const result = contract.data.safeParse(envelope.data);
  if (result.success) return { ...envelope, data: result.data };
  throw invalid(
    result.error.issues.map(({ path, message }) => ({ path: ['data', ...path].join('.'), message })),
    `The event is no ${contract.type}.`,
  );
}

/** A consumer as a value. Throws when the reactions are not exactly those to the types of the contract. */
export function consumer<Context = unknown>(
  contract: ConsumerContract,
  reactions: readonly Reaction<Context>[],
  { concurrency }: { concurrency?: number } = {},
): Consumer<Context> {
  const handled = reactions.map(({ type }) => type);
  const missing = contract.types.filter((type) => !handled.includes(type));
  const extra = handled.filter((type, index) => !contract.types.includes(type) || handled.indexOf(type) !== index);
  if (missing.length > 0) throw new Error(`${contract.name} has no reaction to ${missing.join(', ')}`);
  if (extra.length > 0) throw new Error(`${contract.name} may not react, or not twice, to ${extra.join(', ')}`);
  return { contract, reactions, ...(concurrency === undefined ? {} : { concurrency }) };
}
