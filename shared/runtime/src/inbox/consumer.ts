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
  handle: (envelope: EventEnvelope, delivery: Delivery & Context) => Promise<void>;
}

/** A durable queue and what becomes of each kind of event in it. */
export interface Consumer<Context> {
  contract: ConsumerContract;
  reactions: readonly Reaction<Context>[];
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
    handle: async (envelope, delivery) => {
      const result = contract.data.safeParse(envelope.data);
      if (!result.success) {
        throw invalid(
          result.error.issues.map(({ path, message }) => ({ path: ['data', ...path].join('.'), message })),
          `The event is no ${contract.type}.`,
        );
      }
      await handle({ ...envelope, data: result.data }, delivery);
    },
  };
}

/** A consumer as a value. Throws when the reactions are not exactly those to the types of the contract. */
export function consumer<Context = unknown>(
  contract: ConsumerContract,
  reactions: readonly Reaction<Context>[],
): Consumer<Context> {
  const handled = reactions.map(({ type }) => type);
  const missing = contract.types.filter((type) => !handled.includes(type));
  const extra = handled.filter((type, index) => !contract.types.includes(type) || handled.indexOf(type) !== index);
  if (missing.length > 0) throw new Error(`${contract.name} has no reaction to ${missing.join(', ')}`);
  if (extra.length > 0) throw new Error(`${contract.name} may not react, or not twice, to ${extra.join(', ')}`);
  return { contract, reactions };
}
