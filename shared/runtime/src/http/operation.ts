import type { OperationContract } from '@quire/contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Tx } from '../db.js';
import type { Principal } from '../principal.js';
import type { IdempotencyClaim } from './idempotency.js';

/** The outcome of a write: made by {@link OperationRequest.commit} only, so that a write cannot bypass it. */
export class Committed<T> {
  constructor(readonly value: T) {}
}

/** A body that is made only when the client does not hold it already; `tag` must change whenever the body would. */
export class Representation<T> {
  constructor(
    readonly tag: string,
    readonly body: () => T | Promise<T>,
  ) {}
}

/** What a handler is given: validated input and the three things that a write needs. */
export interface OperationRequest<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
  principal: Principal;
  /**
   * Guards a write by the caller's `If-Match`: pass the representation that a read would answer now, read under a lock
   * in the same transaction. Throws `precondition-failed` (412) when the caller relied on another one.
   */
  ifMatch: (representation: unknown) => void;
  /**
   * Runs the effect of a write in one transaction and returns what it answers. Under an `Idempotency-Key` the answer is
   * kept in that same transaction, so a repeat is answered alike even after a crash, and has no second effect.
   */
  commit: <T>(work: (tx: Tx) => Promise<T>) => Promise<Committed<T>>;
  /** What a repeat of this request is known by, for work that somebody else may have to finish. */
  claim: IdempotencyClaim | undefined;
  /** Sets `Location`; without it a 201 points to `urls.location` of its body. */
  location: (url: string) => void;
  /** Aborted when the client went away or the server's patience ended. */
  signal: AbortSignal;
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Output<Schema> = [Schema] extends [z.ZodNever] ? void : Schema extends z.ZodType ? z.input<Schema> : void;

export type Handler<C, P, Q, B, R> = (
  request: OperationRequest<P, Q, B>,
  context: C,
) => Promise<R | Representation<R> | Committed<R>>;

/** A contract with its handler. `Context` is what the service's composition root provides. */
export interface Operation<Context> {
  contract: OperationContract;
  raw: false;
  /** The parameter types are erased here, once; {@link operation} checks them. */
  handle: (request: OperationRequest<never, never, never>, context: Context) => Promise<unknown>;
}

/** Binds a handler to its contract: input and output types come from the contract's schemas. */
export function operation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, Context>(
  contract: OperationContract<P, Q, B, R>,
  handle: Handler<Context, Input<P>, Input<Q>, Input<B>, Output<R>>,
): Operation<Context> {
  return {
    contract,
    raw: false,
    handle,
  };
}

/** What a handler of a byte stream is given. */
export interface RawRequest<Params = unknown, Query = unknown> {
  params: Params;
  query: Query;
  headers: IncomingHttpHeaders;
  method: string;
  body: Readable;
  signal: AbortSignal;
}

/** What it answers; a stream is destroyed when the client goes away. */
export interface RawAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: Readable | Buffer | string;
}

export interface RawOperation<Context> {
  contract: OperationContract;
  raw: true;
  handle: (request: RawRequest<never, never>, context: Context) => Promise<RawAnswer>;
}

/** Binds a handler of byte streams to its contract (`raw: true`). Such operations authenticate by themselves. */
export function rawOperation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  Context,
>(
  contract: OperationContract<P, Q, B, R>,
  handle: (request: RawRequest<Input<P>, Input<Q>>, context: Context) => Promise<RawAnswer>,
): RawOperation<Context> {
  return {
    contract,
    raw: true,
    handle,
  };
}

export type AnyOperation<Context> = Operation<Context> | RawOperation<Context>;
